/** Random pages for property tests: tag soup of the elements whose parsing has rules of its own. */
import fc from "fast-check";

const TAGS = (
  "a b body br button caption col colgroup dd div dl dt em font form frame frameset h1 h2 head hr html iframe img input " +
  "isindex li link main marquee math menu meta mi nobr noembed noframes object ol optgroup option p plaintext pre rb rp " +
  "rt rtc ruby script section select span style svg table tbody td template textarea tfoot th thead title tr u ul x-y xmp"
).split(" ");

const ATTRIBUTES = [
  "",
  "",
  "",
  "",
  " id=a",
  ' class="b c"',
  " type=hidden",
  " title='\u2026 \"&amp;'",
  " xlink:href=q",
  "/",
];

const TEXTS = [
  "x",
  " ",
  "y z",
  "&amp;",
  "&lt",
  "&#0;",
  "\0",
  "\n",
  "<!--c-->",
  "<!doctype html>",
  "<?pi?>",
  "]]>",
  "\ud800",
];

const tag = fc.constantFrom(...TAGS);

const piece = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(tag, fc.constantFrom(...ATTRIBUTES)).map(([name, rest]) => `<${name}${rest}>`) },
  { weight: 3, arbitrary: tag.map((name) => `</${name}>`) },
  { weight: 2, arbitrary: fc.constantFrom(...TEXTS) },
);

export const tagSoup: fc.Arbitrary<string> = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));
