/** Which words of a page can name something: no value, price or count, no date or time, nothing that only says "more". */
import { collapse } from "../diff/block-text.ts";

/** Longer text is a paragraph: what follows its beginning never names it. */
const MAX_READ = 400;
const MAX_NAME = 80;

/** Between the names of which a title is made. */
export const BETWEEN = " · ";

/** Not seen, but able to turn the order of what stands beside a title; and the glyphs of icon fonts. */
const UNSEEN = /[\p{Cc}\p{Co}\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
const WORD = /\p{L}[\p{L}\p{M}'’]*/gu;
/** Scripts in which one letter is a word. */
const ONE_LETTER_WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

const DIGITS = "\\p{Nd}+(?:[.,'’٫٬:/\\u00a0\\u202f\\u2009]\\p{Nd}+)*";
const MARK =
  "%|‰|٪|°[CFcf]?|\\p{Sc}|[kKMB](?![\\p{L}\\p{Nd}])|(?:EUR|USD|GBP|CHF|JPY|[KMGT]i?B|ms|kWh|km|kg)(?!\\p{L})|[円元件人個개원명건]";
const NUMBER = `[-−–+±]?\\s?(?:\\p{Sc}\\s?)?(?<![\\p{L}\\p{Nd}_])${DIGITS}(?:\\s?(?:${MARK}))*`;
const ANY_NUMBER = new RegExp(NUMBER, "gu");
/** What carries a unit is a value wherever it stands; a bare number may belong to a name: "Top 10", "Windows 11". */
const MARKED_NUMBER = new RegExp(
  `[-−–+±]?\\s?(?:\\p{Sc}\\s?${DIGITS}|(?<![\\p{L}\\p{Nd}_])${DIGITS}\\s?(?:${MARK}))`,
  "gu",
);
const COUNT_BEHIND = new RegExp(`\\s*(?:[([]\\s*${NUMBER}\\s*[)\\]]|[:–—|]\\s*${NUMBER})$`, "u");
/** A year at the beginning stays: "2024 report". */
const COUNT_BEFORE = new RegExp(`^[([]?\\s*(?!(?:19|20)\\d\\d(?!\\d))${NUMBER}\\s*[)\\]]?\\s+`, "u");
const DAY =
  /\p{Nd}{4}-\p{Nd}{2}-\p{Nd}{2}(?:T[\p{Nd}:.]+Z?)?|\p{Nd}{1,2}[./]\s?\p{Nd}{1,2}[./]\s?\p{Nd}{2,4}|\p{Nd}{1,2}:\p{Nd}{2}(?::\p{Nd}{2})?(?:\s?[ap]\.?m\b)?|\p{Nd}+年\p{Nd}+月(?:\p{Nd}+日)?/giu;
/** What is left at the ends where something was taken out. */
const ENDS = /^[\s\p{P}\p{S}]+|[\s:;,.–—|/·•+=<>~*#-]+$/gu;
/** Brackets and quotes at the beginning may belong to the words. */
const OPENERS = /[\p{Ps}\p{Pi}"'¿¡]$/u;

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

const UNITS = words(`
  k m b g t l s h d c f x v w a kg mg lb lbs oz km mi cm mm ft in ml ms sec secs min mins hr hrs std pcs pc pts px stk
  kn kt kts mph kmh kph hpa mbar psi ppm ppb bpm rpm fps db dba kcal kbps mbps gbps kwp gwh mah sqm μg µg
  kb mb gb tb kib mib gib kw kwh mwh hz mhz ghz bn mn mio mrd tsd eur usd gbp chf jpy cny inr sek nok dkk pln kr rs
  of von aus out per pro st nd rd th de del le du den der am 円 元 件 人 個 개 원 명 건 دولار يورو ريال درهم`);

/** What is left of a value where its number stands elsewhere. */
const BARE_UNIT =
  /^(?:[kmgt]i?b|[kmg]?wh?p?|[kmg]?hz|[μµm]?g|kg|km|mi|mm|cm|m[²³]|sqm|lbs?|oz|ms|px|pts?|pcs|kn|kts?|mph|km?h|kph|hpa|mbar|psi|pp[mb]|bpm|rpm|fps|dba?|kcal|[kmg]bps|mah|(?:km|m|mm|cm|l|kg|[μµm]?g)\/(?:h|s|min|m[²³23]|l|d))$/i;

const TIMES = words(`
  january february march april may june july august september october november december
  jan feb mar apr jun jul aug sep sept oct nov dec januar jänner februar märz mär mai juni juli okt oktober dezember dez
  enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
  janvier février mars avril juin juillet août septembre octobre novembre décembre
  gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre
  janeiro fevereiro março maio junho julho setembro outubro novembro dezembro
  januari februari maart mei juni juli augustus oktober
  يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر
  monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun
  montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa so
  lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes sábado domingo
  lunedì martedì mercoledì giovedì venerdì sabato domenica
  maandag dinsdag woensdag donderdag vrijdag zaterdag zondag
  الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد
  ago am pm utc gmt cet cest uhr vor
  today yesterday tomorrow now just this last next since until updated heute gestern morgen jetzt eben gerade
  seit bis letzte letzten letzter diese diesen dieser dieses aktualisiert
  منذ قبل اليوم أمس غدا الآن
  今日 昨日 明日 今天 昨天 明天 分前 時間前 日前 小时前 分钟前 天前 오늘 어제 전`);

/** A value with a number before it, a time with "this" or "ago". */
const DURATIONS = words(`
  second seconds minute minutes hour hours day days week weeks month months year years quarter
  sekunde sekunden minute minuten stunde stunden tag tage tagen woche wochen monat monate monaten jahr jahre jahren
  ثانية ثوان دقيقة دقائق ساعة ساعات يوم أيام أسبوع شهر سنة 年 月 日 時 时 分 秒 분 시간 일`);

/** What stands where a value is not known yet. */
const PLACEHOLDERS = words("loading null undefined nan none tbd tba unknown lädt laden");

const ACTION =
  /^(?:more|(?:more|view|see|show|read|learn|get|find out) (?:more|all|details?|info(?:rmation)?|report)|details?|view|edit|close|open|share|menu|search|click here|mehr|(?:mehr|alle|details) (?:erfahren|anzeigen|infos?|lesen|ansehen)|weiterlesen|weiter|schließen|teilen|المزيد|اقرأ المزيد|عرض (?:الكل|المزيد)|更多|もっと見る|더 ?보기)$/iu;

/** What is said about a value: "than last week", "· improving", "increase". */
const REMARK =
  /^(?:[·•|,;(–—-]|(?:than|vs|versus|from|since|of|compared|increased?|decreased?|higher|lower|als|gegenüber|seit|mehr als|weniger|مقارنة)(?!\p{L}))/iu;

/** White space as shown, without what nobody sees; the beginning of long text only. */
export function readable(text: string): string {
  return collapse(text.slice(0, MAX_READ).toWellFormed().replace(UNSEEN, " "));
}

/** Numbers, prices, counts, dates, times and signs: everything without a word that could name it. */
export function isValue(text: string): boolean {
  const found = wordsIn(text);
  const isNumeric = /\p{Nd}/u.test(text);
  return found.every((word) => {
    const plain = word.toLowerCase();
    if (TIMES.has(plain) || DURATIONS.has(plain) || PLACEHOLDERS.has(plain)) return true;
    return (isNumeric && UNITS.has(plain)) || !isWord(word);
  });
}

/** What a number is counted in, by itself. */
export function isUnit(text: string): boolean {
  return BARE_UNIT.test(text);
}

/** Of values, those that say when: a date, a time of day, "3 hours ago". */
export function isTime(text: string): boolean {
  const start = text.slice(0, MAX_READ);
  return start.replace(DAY, "") !== start || wordsIn(text).some((word) => TIMES.has(word.toLowerCase()));
}

export function hasNumber(text: string): boolean {
  return /\p{Nd}/u.test(text);
}

/** A link that leads on names nothing. */
export function isAction(text: string): boolean {
  return ACTION.test(
    text
      .slice(0, MAX_READ)
      .replace(ENDS, "")
      .replace(/[\s→»›>…]+$/u, ""),
  );
}

/** Words that go on from a value instead of naming it. */
export function isRemark(text: string): boolean {
  return REMARK.test(text);
}

/** A name as a page writes it, without the values in it: "Orders (12)" is "Orders". Empty where nothing is left. */
export function nameIn(text: string): string {
  const bare = readable(text).replace(DAY, " ").replace(MARKED_NUMBER, " ").replace(COUNT_BEHIND, "");
  const name = named(bare.replace(COUNT_BEFORE, ""));
  return isUnit(name) ? "" : name;
}

/** More words are a sentence, which is broken where its numbers are taken out. */
const MAX_LABEL_WORDS = 6;

/** The words beside a value in one line: "124 open issues" is "open issues". Empty where there are none. */
export function labelIn(text: string): string {
  if (wordsIn(text).length > MAX_LABEL_WORDS) return nameIn(text);
  return named(readable(text).replace(DAY, " ").replace(ANY_NUMBER, " "));
}

/** The beginning of a name, as far as a title goes. */
export function shortened(name: string): string {
  if (name.length <= MAX_NAME) return name;
  const start = [...name.slice(0, MAX_NAME)]
    .slice(0, -1)
    .join("")
    .toWellFormed()
    .replace(/\ufffd$/, "");
  return `${start.trimEnd()}…`.slice(-MAX_NAME);
}

function named(text: string): string {
  const name = collapse(text.replace(/[([{]\s*[)\]}]/g, " "));
  const bare = name.replace(ENDS, (end, at: number) => (at === 0 && OPENERS.test(end) ? end.slice(-1) : ""));
  return isValue(bare) ? "" : collapse(bare);
}

function wordsIn(text: string): readonly string[] {
  return text.slice(0, MAX_READ).match(WORD) ?? [];
}

function isWord(word: string): boolean {
  return word.length > 1 || ONE_LETTER_WORD.test(word);
}
