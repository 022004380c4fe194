/** The words that the pages are made of, in seven languages and four scripts; people, places and firms are invented. */

/** Words of one language; the first names of a list are as likely as the last. */
export interface Vocabulary {
  readonly language: string;
  readonly isRightToLeft?: boolean;
  /** Between two words of a sentence: nothing in a script that does not part them. */
  readonly gap: string;
  readonly words: readonly string[];
  readonly sections: readonly string[];
  readonly captions: readonly string[];
  /** Labels of the figures of a dashboard. */
  readonly measures: readonly string[];
  /** Labels of the facts of a data sheet. */
  readonly facts: readonly string[];
  /** What can be counted below an article. */
  readonly counts: readonly string[];
  readonly towns: readonly string[];
  readonly people: readonly string[];
  readonly jobs: readonly string[];
  readonly products: readonly string[];
  readonly companies: readonly string[];
  readonly menus: readonly string[];
  readonly forms: readonly string[];
  readonly navigation: readonly string[];
  /** Headings of the columns of a footer; the first one is that of the contact. */
  readonly footers: readonly string[];
  readonly days: readonly string[];
  readonly skies: readonly string[];
  /** Headings of columns: name, then figures. */
  readonly columns: readonly string[];
  readonly advertisement: string;
  readonly mostRead: string;
}

type Lists = { readonly [Key in keyof Vocabulary as Vocabulary[Key] extends readonly string[] ? Key : never]: string };

/** Lists are written with `/` between their entries. */
function vocabulary(
  facts: Pick<Vocabulary, "language" | "gap" | "advertisement" | "mostRead" | "isRightToLeft">,
  lists: Lists,
) {
  const split = Object.entries(lists).map(([name, list]) => [name, (list as string).split("/")]);
  return { ...facts, ...Object.fromEntries(split) } as Vocabulary;
}

const ENGLISH = vocabulary(
  { language: "en", gap: " ", advertisement: "Advertisement", mostRead: "Most read" },
  {
    words:
      "council/bridge/plans/opens/after/winter/storm/river/teachers/vote/new/budget/delays/train/garden/wins/prize/city/report/warns/of/longer/queues/at/harbour/mayor/calls/for/calm/farmers/expect/record/harvest/museum/returns/lost/painting/night/bus/line/older/houses/get/solar/roofs/court/hears/case/about/noise/island/ferry/stops/again/young/choir/tours/north/bakery/closes/hospital/builds/wing/engineers/test/tunnel/library/doubles/hours/forest/path/reopens",
    sections: "Politics/Economy/Sport/Culture/Science/Travel/Opinion/Technology/Health/Local/Weather/Education",
    captions: "Top stories/More on the election/Picture of the day/Readers write/In depth/From the archive/Live now",
    measures:
      "New orders/Open tickets/Visitors today/Revenue/Returns/Cancelled orders/Stock value/Waiting callers/Sign-ups/Refunds/Error rate",
    facts: "Weight/Height/Colour/Material/Warranty/Origin/Power/Delivery time/Battery life/Storage/Item number",
    counts: "Comments/Likes/Views/Shares/Bookmarks/Answers",
    towns:
      "Ashford Mill/Brookfield/Calder Bay/Dunmere/Eastwick/Fernhill/Garrow/Holmside/Inverlee/Kettleby/Larkstone/Merrow",
    people:
      "Alice Harper/Benjamin Cole/Chloe Marsh/Daniel Frost/Emma Lindley/Frank Osborne/Grace Tully/Henry Wade/Isla Burnett/Jack Thornton/Kate Pell/Liam Rudd",
    jobs: "Head of sales/Accountant/Reception/Press officer/Caretaker/Engineer/Legal adviser/Trainee",
    products:
      "Copper kettle/Oak stool/Linen towel/Desk lamp/Wool blanket/Garden fork/Travel mug/Bread knife/Wall clock/Rain jacket/Paper lantern/Foot stool",
    companies:
      "Northgate Steel/Bluewater Foods/Arden Rail/Cobalt Energy/Larch Paper/Quill Media/Orchard Bank/Tern Air/Summit Glass/Vale Motors",
    menus: "Products/Services/Support/Company/Community/Downloads",
    forms: "Search/Newsletter/Sign in/Find a branch/Feedback",
    navigation: "Home/About us/Press/Jobs/Shop/Archive/Help",
    footers: "Contact/Legal/Follow us/Partners",
    days: "Monday/Tuesday/Wednesday/Thursday/Friday/Saturday",
    skies: "sunny/cloudy/light rain/fog/thunder/snow",
    columns: "Name/Played/Won/Points/Change/Volume",
  },
);

const GERMAN = vocabulary(
  { language: "de", gap: " ", advertisement: "Anzeige", mostRead: "Meistgelesen" },
  {
    words:
      "Rathaus/plant/neue/Brücke/nach/langem/Winter/Sturm/trifft/Hafen/Lehrer/stimmen/gegen/Haushalt/Bahn/fährt/wieder/Garten/gewinnt/Preis/Stadt/warnt/vor/Hochwasser/Museum/zeigt/altes/Gemälde/Nachtbus/hält/nun/auch/im/Süden/Dächer/werden/grün/Gericht/prüft/Klage/über/Lärm/Insel/wartet/auf/Fähre/junger/Chor/reist/Bäckerei/schließt/Klinik/baut/Tunnel/fertig/Bücherei/öffnet/länger/Waldweg/gesperrt",
    sections: "Politik/Wirtschaft/Sport/Kultur/Wissenschaft/Reise/Meinung/Technik/Gesundheit/Regionales/Wetter/Bildung",
    captions: "Schlagzeilen/Mehr zur Wahl/Bild des Tages/Leserbriefe/Hintergrund/Aus dem Archiv/Gerade live",
    measures:
      "Neue Aufträge/Offene Anfragen/Besucher heute/Umsatz/Retouren/Stornierungen/Lagerwert/Wartende Anrufer/Anmeldungen/Gutschriften/Fehlerquote",
    facts: "Gewicht/Höhe/Farbe/Werkstoff/Garantie/Herkunft/Leistung/Lieferzeit/Akkulaufzeit/Speicher/Artikelnummer",
    counts: "Kommentare/Gefällt mir/Aufrufe/Geteilt/Lesezeichen/Antworten",
    towns:
      "Altenried/Birkental/Dornfeld/Eschbrück/Falkenhain/Grünwinkel/Haselbach/Itterbeck/Krähwald/Lindenhof/Mühlstedt/Nebelstein",
    people:
      "Anna Berger/Bernd Kessler/Clara Vogt/Dieter Lang/Eva Sommer/Fritz Adler/Greta Huber/Hans Weidner/Ines Krug/Jonas Pohl/Katrin Stein/Lukas Brandt",
    jobs: "Vertriebsleitung/Buchhaltung/Empfang/Pressestelle/Hausmeister/Technik/Rechtsabteilung/Auszubildende",
    products:
      "Kupferkessel/Eichenhocker/Leinentuch/Schreibtischlampe/Wolldecke/Gartengabel/Reisebecher/Brotmesser/Wanduhr/Regenjacke/Papierlaterne/Fußbank",
    companies:
      "Nordstahl/Blauquell/Ardenbahn/Kobaltwerke/Lärchenpapier/Federmedien/Obstbank/Seeluft/Gipfelglas/Talmotoren",
    menus: "Produkte/Leistungen/Hilfe/Unternehmen/Gemeinschaft/Herunterladen",
    forms: "Suche/Rundbrief/Anmelden/Filiale finden/Rückmeldung",
    navigation: "Startseite/Über uns/Presse/Stellen/Laden/Archiv/Fragen",
    footers: "Kontakt/Rechtliches/Folgen Sie uns/Partner",
    days: "Montag/Dienstag/Mittwoch/Donnerstag/Freitag/Samstag",
    skies: "sonnig/bewölkt/leichter Regen/Nebel/Gewitter/Schnee",
    columns: "Name/Spiele/Siege/Punkte/Änderung/Menge",
  },
);

const FRENCH = vocabulary(
  { language: "fr", gap: " ", advertisement: "Publicité", mostRead: "Les plus lus" },
  {
    words:
      "la/mairie/prévoit/un/nouveau/pont/après/tempête/les/enseignants/votent/contre/budget/train/repart/jardin/gagne/prix/ville/alerte/sur/crue/musée/retrouve/tableau/bus/de/nuit/arrive/au/sud/toits/verts/tribunal/examine/plainte/bruit/île/attend/son/bac/jeune/chœur/voyage/boulangerie/ferme/hôpital/bâtit/aile/tunnel/prêt/bibliothèque/ouvre/plus/tard/sentier/fermé/récolte/record",
    sections: "Politique/Économie/Sports/Culture/Sciences/Voyages/Opinions/Technologie/Santé/Région/Météo/Éducation",
    captions: "À la une/Autour du scrutin/Image du jour/Courrier des lecteurs/Enquêtes/Dans nos archives/En direct",
    measures:
      "Nouvelles commandes/Demandes ouvertes/Visiteurs du jour/Recettes/Retours/Annulations/Valeur du stock/Appels en attente/Inscriptions/Remboursements/Taux d’erreur",
    facts: "Poids/Hauteur/Couleur/Matière/Garantie/Origine/Puissance/Délai de livraison/Autonomie/Mémoire/Référence",
    counts: "Commentaires/J’aime/Vues/Partages/Favoris/Réponses",
    towns:
      "Aubremont/Bellerive/Chantaval/Doucelle/Étangval/Fontbrune/Grandpré/Hautecombe/Lormière/Montclair/Noirval/Pierrefond",
    people:
      "Alain Mercier/Brigitte Fabre/Camille Roux/Denis Garnier/Élise Chevalier/Fabien Moulin/Gaëlle Perrin/Hugo Lemaire/Inès Colas/Jules Renaud/Karine Blanchet/Louis Tessier",
    jobs: "Direction commerciale/Comptabilité/Accueil/Service de presse/Gardien/Ingénieur/Juriste/Apprentie",
    products:
      "Bouilloire en cuivre/Tabouret en chêne/Torchon de lin/Lampe de bureau/Plaid de laine/Fourche de jardin/Tasse de voyage/Couteau à pain/Horloge murale/Imperméable/Lanterne en papier/Repose-pieds",
    companies:
      "Aciers du Nord/Eaux Bleues/Rail Ardent/Énergie Cobalt/Papiers Mélèze/Plume Médias/Banque du Verger/Air Sterne/Verre Cime/Moteurs du Val",
    menus: "Produits/Prestations/Assistance/Entreprise/Communauté/Téléchargements",
    forms: "Recherche/Lettre d’information/Connexion/Trouver une agence/Votre avis",
    navigation: "Accueil/Qui sommes-nous/Presse/Emplois/Boutique/Archives/Aide",
    footers: "Nous joindre/Mentions/Suivez-nous/Partenaires",
    days: "lundi/mardi/mercredi/jeudi/vendredi/samedi",
    skies: "ensoleillé/nuageux/pluie légère/brouillard/orage/neige",
    columns: "Nom/Joués/Gagnés/Points/Écart/Volume",
  },
);

const SPANISH = vocabulary(
  { language: "es", gap: " ", advertisement: "Publicidad", mostRead: "Lo más leído" },
  {
    words:
      "el/ayuntamiento/prepara/nuevo/puente/tras/tormenta/los/maestros/votan/contra/presupuesto/tren/vuelve/jardín/gana/premio/ciudad/avisa/de/crecida/museo/recupera/cuadro/autobús/nocturno/llega/al/sur/tejados/verdes/tribunal/estudia/queja/por/ruido/isla/espera/su/barco/joven/coro/viaja/panadería/cierra/hospital/construye/ala/túnel/listo/biblioteca/abre/más/tarde/sendero/cerrado/cosecha/récord",
    sections: "Política/Economía/Deportes/Cultura/Ciencia/Viajes/Opinión/Tecnología/Salud/Comarca/Tiempo/Educación",
    captions: "Portada/Más sobre las elecciones/Foto del día/Cartas de lectores/A fondo/De la hemeroteca/En directo",
    measures:
      "Pedidos nuevos/Consultas abiertas/Visitas de hoy/Ingresos/Devoluciones/Cancelaciones/Valor del almacén/Llamadas en espera/Altas/Reembolsos/Tasa de error",
    facts: "Peso/Altura/Color/Material/Garantía/Origen/Potencia/Plazo de entrega/Autonomía/Memoria/Referencia",
    counts: "Comentarios/Me gusta/Lecturas/Compartidos/Guardados/Respuestas",
    towns:
      "Alameda Alta/Bocarrío/Castroluz/Dehesilla/Encinar/Fuenclara/Guijosa/Horcajo Viejo/Laguna Seca/Montemar/Navalosa/Peñablanca",
    people:
      "Adela Rivas/Bruno Castaño/Carmen Olmos/Diego Ferrer/Elena Prado/Felipe Nieto/Gloria Sanz/Hugo Bernal/Irene Lago/Javier Cano/Lucía Vera/Mateo Soler",
    jobs: "Jefa de ventas/Contabilidad/Recepción/Prensa/Conserje/Ingeniera/Asesoría legal/Prácticas",
    products:
      "Tetera de cobre/Taburete de roble/Paño de lino/Lámpara de mesa/Manta de lana/Horca de jardín/Taza de viaje/Cuchillo de pan/Reloj de pared/Chubasquero/Farol de papel/Reposapiés",
    companies:
      "Aceros Norte/Aguas Azules/Ferrovía Arden/Energía Cobalto/Papelera Alerce/Pluma Medios/Banco Huerto/Aire Charrán/Vidrios Cumbre/Motores Valle",
    menus: "Productos/Servicios/Soporte/Empresa/Comunidad/Descargas",
    forms: "Buscar/Boletín/Entrar/Encontrar oficina/Sugerencias",
    navigation: "Inicio/Quiénes somos/Prensa/Empleo/Tienda/Archivo/Ayuda",
    footers: "Contacto/Aviso legal/Síganos/Socios",
    days: "lunes/martes/miércoles/jueves/viernes/sábado",
    skies: "soleado/nublado/lluvia débil/niebla/tormenta eléctrica/nieve",
    columns: "Nombre/Jugados/Ganados/Puntos/Cambio/Volumen",
  },
);

const RUSSIAN = vocabulary(
  { language: "ru", gap: " ", advertisement: "Реклама", mostRead: "Самое читаемое" },
  {
    words:
      "город/строит/новый/мост/после/зимы/шторм/учителя/голосуют/против/бюджета/поезд/снова/ходит/сад/получил/премию/мэр/просит/терпения/музей/вернул/картину/ночной/автобус/едет/на/юг/крыши/стали/зелёными/суд/слушает/дело/о/шуме/остров/ждёт/паром/молодой/хор/уехал/пекарня/закрыта/больница/растёт/тоннель/готов/библиотека/открыта/дольше/тропа/в/лесу/урожай/побил/рекорд",
    sections:
      "Политика/Экономика/Спорт/Культура/Наука/Путешествия/Мнения/Технологии/Здоровье/Область/Погода/Образование",
    captions: "Главное/Ещё о выборах/Снимок дня/Письма читателей/Подробно/Из архива/Прямой эфир",
    measures:
      "Новые заказы/Открытые заявки/Посетители за день/Выручка/Возвраты/Отмены/Стоимость склада/Ждут ответа/Регистрации/Компенсации/Доля ошибок",
    facts: "Вес/Высота/Цвет/Материал/Гарантия/Страна/Мощность/Срок доставки/Время работы/Память/Артикул",
    counts: "Комментарии/Нравится/Просмотры/Репосты/Закладки/Ответы",
    towns:
      "Берёзовка/Верхнелесье/Глинище/Дальнеречье/Заозёрск/Ивнянка/Каменоград/Лугань/Медовое/Новоречье/Осинки/Полевск",
    people:
      "Анна Белова/Борис Котов/Вера Зимина/Глеб Орлов/Дарья Ильина/Егор Лесин/Жанна Рогова/Захар Мельник/Ирина Сокол/Кирилл Пахомов/Лидия Юдина/Марк Туров",
    jobs: "Отдел продаж/Бухгалтерия/Приёмная/Пресс-служба/Завхоз/Инженер/Юрист/Стажёр",
    products:
      "Медный чайник/Дубовый табурет/Льняное полотенце/Настольная лампа/Шерстяной плед/Садовые вилы/Дорожная кружка/Хлебный нож/Настенные часы/Дождевик/Бумажный фонарь/Скамейка",
    companies:
      "Севсталь Юг/Синие Воды/Ардорога/Кобальт Энерго/Лиственница/Перо Медиа/Садбанк/Крачка Авиа/Стекло Вершина/Долмотор",
    menus: "Товары/Услуги/Поддержка/Компания/Сообщество/Загрузки",
    forms: "Поиск/Рассылка/Вход/Найти отделение/Отзыв",
    navigation: "Начало/О нас/Прессе/Вакансии/Магазин/Архив/Справка",
    footers: "Контакты/Правовое/Мы в сети/Партнёры",
    days: "понедельник/вторник/среда/четверг/пятница/суббота",
    skies: "ясно/облачно/небольшой дождь/туман/гроза/снег",
    columns: "Название/Игры/Победы/Очки/Изменение/Объём",
  },
);

const ARABIC = vocabulary(
  { language: "ar", isRightToLeft: true, gap: " ", advertisement: "إعلان", mostRead: "الأكثر قراءة" },
  {
    words:
      "المدينة/تبني/جسرا/جديدا/بعد/الشتاء/عاصفة/تصل/إلى/الميناء/المعلمون/يصوتون/على/الميزانية/القطار/يعود/الحديقة/تفوز/بجائزة/العمدة/يدعو/للهدوء/المتحف/يستعيد/لوحة/حافلة/الليل/نحو/الجنوب/أسطح/خضراء/المحكمة/تنظر/في/قضية/الضجيج/الجزيرة/تنتظر/العبارة/جوقة/شابة/تسافر/مخبز/يغلق/مستشفى/يكبر/النفق/جاهز/المكتبة/تفتح/أطول/درب/الغابة/حصاد/قياسي",
    sections: "السياسة/الاقتصاد/الرياضة/الثقافة/العلوم/السفر/الرأي/التقنية/الصحة/المحليات/الطقس/التعليم",
    captions: "أبرز الأخبار/المزيد عن الانتخابات/صورة اليوم/رسائل القراء/تحقيقات/من الأرشيف/مباشر الآن",
    measures:
      "طلبات جديدة/تذاكر مفتوحة/زوار اليوم/الإيرادات/المرتجعات/طلبات ملغاة/قيمة المخزون/مكالمات منتظرة/تسجيلات/مبالغ مستردة/نسبة الخطأ",
    facts: "الوزن/الارتفاع/اللون/المادة/الضمان/المنشأ/القدرة/مدة التوصيل/عمر البطارية/الذاكرة/رقم الصنف",
    counts: "تعليقات/إعجابات/مشاهدات/مشاركات/محفوظات/إجابات",
    towns:
      "عين الزهر/وادي النخل/تل الريح/بئر السرو/كفر اللوز/مرج الشمس/رأس الصخر/دير الورد/خان التوت/نبع الغار/سهل القمح/جبل الندى",
    people:
      "أمل ناصر/باسم خليل/جميلة حداد/داود سالم/رنا عطية/زياد منصور/سلمى فارس/طارق نعيم/عبير شاهين/فادي قاسم/ليلى رمزي/مازن عودة",
    jobs: "مديرة المبيعات/المحاسبة/الاستقبال/المكتب الصحفي/الحارس/مهندس/مستشارة قانونية/متدرب",
    products:
      "إبريق نحاس/كرسي بلوط/منشفة كتان/مصباح مكتب/بطانية صوف/شوكة حديقة/كوب سفر/سكين خبز/ساعة حائط/معطف مطر/فانوس ورق/مسند قدم",
    companies:
      "فولاذ الشمال/المياه الزرقاء/سكك أردن/طاقة الكوبالت/ورق الأرز/ريشة للإعلام/بنك البستان/طيران الخرشنة/زجاج القمة/محركات الوادي",
    menus: "المنتجات/الخدمات/الدعم/الشركة/المجتمع/التنزيلات",
    forms: "بحث/النشرة البريدية/تسجيل الدخول/ابحث عن فرع/ملاحظاتك",
    navigation: "الرئيسية/من نحن/الصحافة/وظائف/المتجر/الأرشيف/مساعدة",
    footers: "اتصل بنا/قانوني/تابعنا/شركاء",
    days: "الاثنين/الثلاثاء/الأربعاء/الخميس/الجمعة/السبت",
    skies: "مشمس/غائم/مطر خفيف/ضباب/رعد/ثلج",
    columns: "الاسم/لعب/فاز/نقاط/تغير/حجم",
  },
);

const JAPANESE = vocabulary(
  { language: "ja", gap: "", advertisement: "広告", mostRead: "よく読まれた記事" },
  {
    words:
      "市役所が/新しい/橋を/計画/冬の/嵐で/港に/被害/先生たちが/予算案に/反対/列車が/再び/運行/庭園が/賞を/受ける/市長が/冷静を/求める/博物館に/絵画が/戻る/夜行バス/南へ/延長/古い家に/太陽光/屋根が/増加/裁判所が/騒音の/訴えを/審理/島の/渡し船が/休止/若い/合唱団が/巡業へ/パン屋が/閉店/病院が/新館を/建設/隧道が/完成/図書館が/時間を/延ばす/森の/小道が/再開/収穫は/過去最高",
    sections: "政治/経済/スポーツ/文化/科学/旅行/意見/技術/健康/地域/天気/教育",
    captions: "主なニュース/選挙をもっと知る/今日の一枚/読者の声/深く読む/過去の記事から/ただいま中継",
    measures: "新規注文/未対応の問い合わせ/本日の訪問者/売上/返品/取り消し/在庫評価額/待ち呼/登録者/返金/誤り率",
    facts: "重さ/高さ/色/素材/保証/原産地/出力/お届け日数/電池の持ち/記憶容量/品番",
    counts: "コメント/いいね/閲覧/共有/保存/回答",
    towns: "青葉ヶ原/石垣沢/梅里/岡見/霞町/木瀬/栗橋野/桜井田/白浜崎/杉並木/高月/鶴岬",
    people:
      "青木 遥/井上 拓海/上田 美咲/小川 蓮/加藤 凛/木村 悠斗/佐野 千夏/清水 陸/高田 結衣/中原 大和/野口 葵/原田 湊",
    jobs: "営業部長/経理/受付/広報/管理人/技術者/法務/研修生",
    products:
      "銅のやかん/樫の腰掛け/麻の手ぬぐい/机の灯り/羊毛の毛布/庭の熊手/旅の湯のみ/パン切り包丁/掛け時計/雨合羽/紙の提灯/足置き",
    companies: "北門製鋼/青水食品/有田鉄道/藍鉱電力/唐松製紙/羽根出版/果樹銀行/鯵刺航空/頂硝子/谷自動車",
    menus: "製品/業務案内/支援/会社/集い/配布物",
    forms: "検索/会報/ログイン/店舗を探す/ご意見",
    navigation: "ホーム/私たち/報道/採用/売店/書庫/手引き",
    footers: "お問い合わせ/規約/つながる/協力",
    days: "月曜日/火曜日/水曜日/木曜日/金曜日/土曜日",
    skies: "晴れ/曇り/小雨/霧/雷/雪",
    columns: "名前/試合/勝ち/勝ち点/増減/数量",
  },
);

export const VOCABULARIES: readonly Vocabulary[] = [ENGLISH, GERMAN, FRENCH, SPANISH, RUSSIAN, ARABIC, JAPANESE];
