import { MONTH_NAME, MONTHS } from '../words/calendar.ts'
import { withoutTypos } from '../words/typos.ts'

const NUMBERS = [
  'zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve',
] // biome-ignore format: a list of words reads better in lines
const TENS: Readonly<Record<string, number>> = {
  fifteen: 15,
  twenty: 20,
  'twenty-five': 25,
  thirty: 30,
  'forty-five': 45,
}
/** The days of the month from the fifth on. Earlier ones also choose an offered time: `the second`. */
const DATES = [
  'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth', 'eleventh', 'twelfth', 'thirteenth', 'fourteenth',
  'fifteenth', 'sixteenth', 'seventeenth', 'eighteenth', 'nineteenth', 'twentieth',
  ...['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'].map((each) => `twenty-${each}`),
  'thirtieth', 'thirty-first',
] // biome-ignore format: a list of words reads better in lines
const EARLY_DATES: Readonly<Record<string, string>> = {
  first: '1st',
  second: '2nd',
  third: '3rd',
  fourth: '4th',
}
const NUMERALS = [
  'cero', 'una?', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez', 'once', 'doce',
] // biome-ignore format: a list of words reads better in lines
const DIGIT = `(?:\\d{1,2}|${NUMBERS.slice(1).join('|')})`
const MINUTES = `(?:\\d{1,2}|five|ten|${Object.keys(TENS).join('|')})`
const HALF = '\\s?(?:am|pm|(?:in|at) the (?:morning|afternoon|evening|night))\\b'

const numberOf = (word: string) => {
  const at = NUMBERS.indexOf(word)
  return TENS[word] ?? (at >= 0 ? at : Number(word))
}
/** Formats a time as `H:MM`. Negative minutes count back from the hour. */
const clock = (hour: number, minutes: number) => {
  const total = hour * 60 + minutes
  return `${Math.floor(total / 60) || 12}:${String(total % 60).padStart(2, '0')}`
}

const DATE = '(\\d{1,2})(?:st|nd|rd|th)?'
/** Matches two days of a month that are separated by a word or a hyphen. */
const TWO_DATES = `${DATE} ?(-|to|through|thru|until|till|and|or) ?(?:the )?${DATE}`

/** Repeats the month of two days: `dec 3 to dec 5`. `between 3 and 5` is a range. */
function datesIn(month: string, first: string, by: string, last: string, lead = ''): string {
  const isRange = by === '-' || (by === 'and' && lead.startsWith('between'))
  return `${month} ${first} ${isRange ? 'to' : by} ${month} ${last}`
}

type Rule = readonly [RegExp, string | ((...found: string[]) => string)]

const DIAS = 'lunes|martes|miercoles|jueves|viernes|sabado|domingo'
const MESES = 'enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre'

/** The weekdays and months as the agent writes them on Spanish buttons. */
const SHORT_DAYS: Readonly<Record<string, string>> = {
  dom: 'sunday', lun: 'monday', mar: 'tuesday', mie: 'wednesday', jue: 'thursday', vie: 'friday', sab: 'saturday',
} // biome-ignore format: a table
const SHORT_MONTHS: Readonly<Record<string, string>> = {
  ene: 'jan',
  abr: 'apr',
  ago: 'aug',
  sept: 'sep',
  dic: 'dec',
}
/** Matches such a weekday, alone or before a date, and such a date: `mar, 8 de dic`. */
const SHORT_DAY = /^(?:el )?(dom|lun|mar|mie|jue|vie|sab)(?:\.?$|\.?,? (?:el )?(?=\d{1,2} de ))/
const SHORT_DATE = /\b(\d{1,2}) de (ene|feb|mar|abr|may|jun|jul|ago|sept?|oct|nov|dic)\b/

/** Spanish phrases and their English equivalents. Longer phrases come first. Accents have already been removed. */
const SPANISH: readonly Rule[] = (
  [
    [`las? (\\d{1,2}(?::\\d\\d)?) del?(?= (?:${DIAS}))`, 'at $1 on'], [`(${DIAS}) (\\d{1,2})(?=$|[,.]| a las)`, '$1 el $2'],
    ['(?:un )?cuarto para las? (\\d{1,2})', 'at $1:-15'], ['trabajo(?= (?:(?:los?|el) )?(?:lunes|martes|miercoles|jueves|viernes|sabados?|domingos?))', "can't"],
    ['lo (?:antes|mas pronto) posible|cuanto antes(?: mejor)?', 'asap'], ['a primera hora', 'first thing'], ['ultima hora', 'end of the day'],
    ['(?:trabajo|estoy ocupad[oa]) hasta(?: las?)?|(?:salgo|llego)(?: (?:a|de|del) (?:la )?(?:casa|trabajo|trabajar))? (?:a|como a) las?', 'after'],
    ['despues del trabajo', 'after work'],
    ['(?:en|dentro de) (?:una|1) o (?:dos|2) semanas', 'in 1 week or 2'],
    [`(?:a )?(?:principios|comienzos|inicios) de(?= (?:${MESES}))`, 'early'], [`(?:a )?mediados de(?= (?:${MESES}))`, 'mid'], [`(?:a )?fin(?:es|ales)? de(?= (?:${MESES}))`, 'late'],
    [`(?:el )?primer(?= (?:${DIAS}))`, 'first'], [`(?:el )?segundo(?= (?:${DIAS}))`, 'second'], [`(?:el )?tercer(?= (?:${DIAS}))`, 'third'], [`(?:el )?ultimo(?= (?:${DIAS}))`, 'last'],
    [`(?<=(?:first|second|third|last) \\p{L}+ )de(?= (?:${MESES}))`, 'of'], ['(?<=(?:first|second|third|last) \\p{L}+ )del mes', 'of the month'],
    ['(?:muy|demasiado) temprano', 'too early'], ['(?:muy|demasiado) tarde', 'too late'],
    ['de hoy en (?:ocho|8)(?: dias)?', 'a week from today'], ['de manana en (?:ocho|8)(?: dias)?', 'a week from tomorrow'], ['de hoy en (?:quince|15)(?: dias)?', '2 weeks from today'],
    ['pasado manana', 'day after tomorrow'],
    ['manana (?:por|en|a) la manana', 'tomorrow morning'],
    ['(?:por|en|a|de) las? (?:mananas?|mananita)', 'in the morning'],
    ['(?:por|en|a|de) las? (?:tardes?|tardecita)', 'in the afternoon'],
    ['(?:por|en|a|de) las? noches?', 'in the evening'],
    ['(?:al? )?medio ?dia', 'noon'], ['mejor(?= (?:el|al|los) )', ', better'],
    ['manana', 'tomorrow'],
    ['hoy(?: mismo)?', 'today'],
    ['(?<!\\bno puedo (?:a )?)(?:la |a la )?(?:misma|esa) hora', 'same time'],
    ['(?:el )?mismo dia', 'same day'],
    ['(?:la )?(?:proxima semana|semana (?:que viene|proxima|entrante))', 'next week'],
    ['(?:la )?(?:semana siguiente|otra semana)', 'following week'],
    [`(?:el )?otro (${DIAS})`, 'next $1'],
    ['esta semana', 'this week'],
    ['(?:el )?(?:proximo mes|mes (?:que viene|proximo|entrante))', 'next month'],
    ['(?:el )?(?:proximo ano|ano (?:que viene|proximo|entrante))', 'next year'],
    ['(?:el )?ultimo dia del mes', 'last day of the month'], ['(?:a )?(?:principios?|comienzos?) del? mes', 'beginning of the month'],
    ['(?:a |al )?fin(?:al(?:es)?|es)? del? mes', 'end of the month'], ['(?:a |al )?fin(?:al(?:es)?|es)? del? ano', 'end of the year'],
    ['(?:el |este )?fin(?:es)? de semana', 'weekend'],
    ['entre semana', 'weekdays'],
    [`(?:el )?proximo (${DIAS})`, 'next $1'],
    [`(${DIAS}) (?:que viene|proximo|siguiente)`, 'next $1'],
    ['dia siguiente (?:del?|al?)', 'day after'],
    ['(lunes|martes|miercoles|jueves|viernes|sabado) a (martes|miercoles|jueves|viernes|sabado|domingo)', '$1 to $2'],
    ['lunes?', 'monday'], ['martes', 'tuesday'], ['miercoles', 'wednesday'], ['jueves', 'thursday'],
    ['viernes', 'friday'], ['sabados?', 'saturday'], ['domingos?', 'sunday'],
    [`(?:el )?(\\d{1,2}|primero) (?:de )?(${MESES})`, '$2 $1'],
    ['primero', '1'],
    ['enero', 'january'], ['febrero', 'february'], ['marzo', 'march'], ['abril', 'april'], ['mayo', 'may'],
    ['junio', 'june'], ['julio', 'july'], ['agosto', 'august'], ['sep?tiembre', 'september'],
    ['octubre', 'october'], ['noviembre', 'november'], ['diciembre', 'december'],
    ['el dia (\\d{1,2})|el (\\d{1,2})(?! ?(?::|am|pm))', 'the $1$2th'],
    ['entre las? (\\S+) y las?', 'between $1 and'], ['entre (\\d\\S*) y (?=\\d)', 'between $1 and '],
    ['de(?:sde)? (?:las? )?(\\d\\S*) (?:a|hasta) (?:las? )?(?=\\d)', 'from $1 to '],
    ['(?:despues|pasadas?|mas tarde) (?:de )?las?|a partir de las?', 'after'],
    ['(?:despues|mas tarde) del?|a partir del?', 'after'],
    ['antes del?(?: las?)?', 'before'],
    ['hasta(?: las?| el)?', 'until'],
    ['(?:a|para|como a|mejor) las?(?= \\d)|a las?|las(?= \\d)|tipo', 'at'],
    ['y media', ':30'], ['y cuarto', ':15'], ['menos cuarto', ':-15'], ['y (\\d\\d)', ':$1'],
    ['(?:en|dentro de) (\\S+) (dias|semanas?|horas?)', 'in $1 $2'],
    ['dias? mas tarde', 'days later'], ['media hora', '30 minutes'], ['minutos', 'minutes'], ['una hora', '1 hour'],
    ['horas?', 'hours'], ['dias', 'days'], ['semanas?', 'weeks'],
    ['por favor', 'please'], ['(?:asi|por lo) que|por eso', 'so'], ['entonces', 'then'], ['mas tarde|despues', 'later'], ['mas temprano|antes', 'earlier'],
    ['temprano', 'first thing'],
    ['no (?:puedo|podemos|podre|estoy|estare|tengo tiempo)|(?:estoy|estamos) (?:ocupad[oa]s?|trabajando)|(?<=day |tomorrow )(?:yo )?trabaj(?:o|amos)', "can't"],
    ['no me (?:sirve|conviene|queda bien|funciona)|no (?:sirve|conviene|funciona)|tampoco', "doesn't work"],
    ['cualquier dia', 'any day'], ['excepto|salvo|menos', 'except'], ['pero', 'but'], ['en lugar de', 'instead of'],
    ['en vez de', 'instead of'], ['esta bien|me sirve|me conviene|me funciona', 'works'], ['ni|o(?! sea)', 'or'],
  ] as const
).map(([pattern, english]): Rule => [new RegExp(`(?<![\\p{L}\\d])(?:${pattern})(?![\\p{L}])`, 'gu'), english]) // biome-ignore format: a table
const LOOKS_SPANISH =
  /\b(?:el \d{1,2}|las? \d{3,4}|manana|hoy|lunes?|martes|miercoles|jueves|viernes|sabados?|domingos?|semanas?|mes|ano|mediodia|tarde|noche|las? \d{1,2}|horas?|dias?|tardecita|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|antes|despues|temprano|puedo|pronto|las? (?:una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce))\b/
const SPOKEN_NUMERAL = new RegExp(
  `\\b(las?|en|dentro de|al?) (${NUMERALS.join('|')})\\b(?! me (?:sirven|funcionan|convienen|quedan))`,
  'g',
)

/** The words that visitors may mistype. */
const SPELLED = new Set(
  ['mon', 'tues', 'wednes', 'thurs', 'fri', 'satur', 'sun']
    .flatMap((day) => [`${day}day`, `${day}days`])
    .concat('tomorrow', 'morning', 'mornings', 'afternoon', 'afternoons', 'evening', 'evenings'),
)

const DAY_WORD =
  '(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*|tomorrow|today|lunes|martes|miercoles|jueves|viernes|sabado|domingo|manana|hoy'
/** Matches what can follow a time in 24 hours without a colon: `1430 on Monday`. */
const AFTER_TIME = `(?=$|\\s*[.,!?;](?!\\d)|\\s(?:on|please|works?|is|would|then|or|if|instead|sharp|for|still|good|great|ok(?:ay)?|${DAY_WORD}|el|por favor|esta)\\b)`
/** Matches a number that counts or measures something: `2.5 acres`, `12-14 trees`, `10.30 a yard`. */
const QUANTITY =
  /(?<![\d$.,:/]|\b(?:at|@|around|about|by|after|before|las?) )\d+(?:[.,]\d+)?(?: ?(?:-|to|or|a|o) ?\d+(?:[.,]\d+)?)?[ -]?(?:%|(?:acres?|ac|sq(?:uare)?\.? ?(?:ft|feet|foot|yards?|yds?|meters?)|sqft|feet|foot|ft|inch(?:es)?|yards?|yds?|miles?|meters?|pies|metros|trees|arboles|shrubs|arbustos|bushes|hedges|stumps|plants|bags|bolsas|pallets|loads|tons|lbs?|pounds?|gallons?|zones|heads|windows|dollars?|bucks|dolares|pesos|percent)\b|(?:each|per|an?) (?:sq|square|foot|ft|yard|yd|acre|tree|bag|piece|plant|load|visit|cut|mow|pie|metro|arbol)[a-z]*|each(?=\W*$))/g

/** Writes times with other signs between hours and minutes as `3:30`: `3.30pm`, `2-30pm`, `1500 hrs`, `330ish`. */
const WRITTEN: readonly Rule[] = [
  [QUANTITY, ' '],
  [/\b(\d{4}-\d\d-\d\d)t(\d\d:\d\d)(?::\d\d(?:\.\d{1,9})?)?(?:z|[+-]\d\d:?\d\d)?(?![\d:])/g, '$1 at $2'],
  [/(?<![\d:])(\d{1,2}) ?: ([0-5]\d)(?![\d:])/g, '$1:$2'],
  [new RegExp(`\\b(${MONTH_NAME}\\.? \\d{1,2}|\\d{1,2} (?:de )?(?:${MESES}|${MONTH_NAME})|(?<![\\d/])\\d{1,2}/\\d{1,2}),? (?!20[23]\\d)(0\\d|1\\d|2[0-3])([0-5]\\d)${AFTER_TIME}`, 'g'), '$1 at $2:$3'],
  [/\b(\d{1,2}(?::[0-5]\d)?(?: ?[ap]m)?) (?:or|and|o) (?:later|after|mas tarde|despues)(?=$|[\s.,!?;])(?! \d)/g, 'after $1'],
  [/\b(\d{1,2}(?::[0-5]\d)?(?: ?[ap]m)?) (?:or|and|o) (?:earlier|before|sooner|mas temprano|antes)(?=$|[\s.,!?;])(?! \d)/g, 'before $1'],
  [new RegExp(`\\b(${DAY_WORD}|\\d{1,2}(?:st|nd|rd|th))@(?=\\d)`, 'g'), '$1 at '],
  [/\b(in|within|en|dentro de) (\d{1,2}) ?(?:-|to|a) ?(\d{1,2}) (days|weeks|months|dias|semanas|meses)\b/g, '$1 $2 $4 or $3'],
  [/(?<!\d)\d{1,2} ?(?:-|to|a) ?\d{1,2} (?:minutes?|mins?|hours?|hrs|days|weeks|months|years|minutos|horas|dias|semanas|meses)\b/g, ' '],
  [/(?<![\d$.,])(\d{1,2})[.;,'·・]([0-5]\d)(?=\s?[ap](?:\.?\s?m)?\b)/g, '$1:$2'],
  [/(?<![\d$.,])(\d{1,2})[.;']([0-5]\d)(?=$|[\s,!?]|\.(?!\d))(?!\s?(?:%|hours?|hrs?|horas|k|stars?)\b)/g, '$1:$2'],
  [/(?<![\d$.,/-])(\d{1,2})-([0-5]\d)(?=\s?[ap]\.?\s?m\b)(?<!-0?[1-9]|-1[0-2])/g, '$1:$2'],
  [/(?<![\d$.,/-])([01]\d|2[0-3])([0-5]\d)(?= ?(?:hrs?|hours|horas|h)\b)(?: ?(?:hrs?|hours|horas|h))/g, '$1:$2'],
  [/(\d{1,2}:[0-5]\d) ?(?:hrs?|hours|horas|h)\b/g, '$1'],
  [new RegExp(`\\b(${DAY_WORD}|\\d{1,2}(?:st|nd|rd|th)|at|a las),? (?:at |a las )?(0\\d|1\\d|2[0-3])([0-5]\\d)${AFTER_TIME}`, 'g'), '$1 at $2:$3'],
  [new RegExp(`(?<![\\d$.,/-])\\b(0[6-9]|1\\d|2[01])([0-5]\\d)(?= (?:on )?(?:${DAY_WORD})\\b)`, 'g'), 'at $1:$2'],
  [/^([^\w$#€£]*)(0[6-9]|1[3-9]|2[0-3])([0-5]\d)(?=(?: (?:works?|please|is (?:fine|good|ok|great)|por favor|esta bien))?\W*$)/, '$1at $2:$3'],
  [/\b(1[0-2]|[1-9])([0-5]\d)[ -]?ish\b/g, '$1:$2'],
  [/\b(\d{1,2}(?::[0-5]\d)?)[ -]?ish\b/g, '$1'],
] // biome-ignore format: a table of rules

const RULES: readonly Rule[] = [
  // `noon thirty`, `eleven thirty`, `8 thirty`
  [new RegExp(`\\b(${NUMBERS.slice(1).join('|')}|noon|1[0-2]|[1-9])[ -](fifteen|twenty|thirty|forty|forty-five)\\b(?! (?:minutes?|mins?|days?|feet|ft|acres?|trees?|yards?|dollars?))`, 'g'),
    (_, hour = '', minutes = '') => clock(hour === 'noon' ? 12 : numberOf(hour), minutes === 'forty' ? 40 : numberOf(minutes))],
  // An hour in words: `tuesday eleven`, but not `ten to three`.
  [new RegExp(`\\b(${NUMBERS.slice(2).join('|')})\\b(?! (?:minutes? )?(?:to|till|past|after|of) (?:${NUMBERS.slice(1).join('|')}|\\d))`, 'g'), (_, hour = '') => `${numberOf(hour)}`],
  [/\b(\d{1,2}(?:st|nd|rd|th)),? (?:at )?(1[0-2]|[1-9])(?=$|\s*[.,!?;])/g, '$1 at $2'],
  [/\b(?:all right|alright)\b/g, 'ok'],
  [/\b((?:sun|mon|tue|wed|thu|fri|sat)(?:[a-z]*day|s|rs?|nes)?)\.(?= ?(?:at )?\d)/g, '$1'],
  [/\bsomething(?:'?s| has)? (?:came|come|coming|popped|going) (?:up|on)(?: on| for)? (?=(?:(?:this|next) )?(?:(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*|tomorrow|today)\b)/g, "can't "],
  [/\b((?:sun|mon|tue|wed|thu|fri|sat)[a-z]*|tomorrow|today),? something(?:'?s| has)? (?:came|come|popped) up\b/g, "can't $1"],
  [/\bwe[nd]{1,2}e?s(?:e|te)?day\b|\bwenesday\b/g, 'wednesday'],
  [/\b(?:to+m+or+r?ow+|t(?:o?mr+o?w?|mw|o?mor+o)|2m(?:or+o?w?|rw?|w))\b|\btom(?= (?:at )?(?:1[0-2]|[1-9])(?::[0-5]\d)? ?[ap]m?\b)/g, 'tomorrow'],
  [new RegExp(`\\b(${NUMBERS.slice(1).join('|')}) (?=tomorrow\\b)`, 'g'), (_, hour = '') => `${numberOf(hour)} `],
  [/\bduring the week\b(?! (?:of|after|before)\b)|\bm(?:on)?-f(?:ri)?\b/g, 'weekdays'],
  [/\bm-th(?:u|urs?)?\b/g, 'monday to thursday'],
  [/\bm\/?w\/?f\b/g, 'mondays, wednesdays, fridays'],
  [/\bt(?:u|ue|ues)?\/?th(?:u|urs?)?\b/g, 'tuesdays, thursdays'],
  [/\b(?:the )?(?:earlier|sooner),? the better\b|\bsooner (?:rather )?than later\b|\bnext available\b|(?<!\b(?:minutes?|mins?|hours?|hrs?|days?|weeks?|or) )\bsooner\b(?! (?:than(?! th(?:at|is|en)\b)|or later|same day|in|on|that)\b)/g, 'asap'],
  [/\bsame (?:day|date) (?:and|&) (?:the )?(?:same )?(?:time|hour)\b|\bsame (?:time|hour) (?:and|&) (?:the )?(?:same )?(?:day|date)\b/g, 'same time same day'],
  [/\S+@\S+|(?:\+?1[-. ]?)?\(?\d{3}\)?[-. ]?\d{3}[-. ]\d{4}\b|\$ ?\d[\d,.]*k?|\b\d\/\d (?:an? )?(?:acre|inch|mile)\w*/g, ' '],
  [/ ?@ ?/g, ' at '],
  [/\b(ca|wo|do|does|did|is|are|could|would)nt\b/g, "$1n't"],
  [/\blets\b/g, "let's"],
  [/\b(com(?:e|ing)|drop(?:ping)?|stop(?:ping)?|swing(?:ing)?) by (?=(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*\b|today\b|tomorrow\b|the \d)/g, '$1 over '],
  [/\bi work (?:nights?|overnights?|the (?:night|graveyard) shift)\b/g, ' '],
  [/\b((?:sun|mon|tue|wed|thu|fri|sat)[a-z]*),? (?:the )?(\d{1,2}(?:st|nd|rd|th)|1[3-9]|2\d|3[01]),? (?:at )?(1[0-2]|[1-9])(?=:[0-5]\d\b|[ap]m\b|\s*[.,!?;]|$|\s(?:please|works?|is|would|then|or|if|instead|for|about|ok(?:ay)?|[ap]m)\b)/g, (_, day, date = '', hour) => `${day} the ${Number.parseInt(date, 10)}th at ${hour}`],
  [/\bb4\b/g, 'before'],
  [/\bsince (?:(?:last|this|the|early|late) )*(?:(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*|week(?: ?end)?|month|yesterday|today|tonight)\b/g, ' '],
  [/\beo([wmy])\b/g, (_, unit) => `end of the ${{ w: 'week', m: 'month', y: 'year' }[unit ?? '']}`],
  [/\bim\b/g, "i'm"],
  [/\b((?:sun|mon|tue|wed|thu|fri|sat)[a-z]*|tomorrow|today),? at (1[0-2]|[1-9])(?= [a-z]+ [a-z])(?! [a-z]+ (?:st|street|ave|avenue|rd|road|dr|drive|ln|lane|ct|way|blvd|pl)\b)/g, '$1 at $2:00'],
  [/\bor so\b/g, ' '],
  [/\b(at (?:1[0-2]|[1-9])) (?=(?:actually|though|unfortunately|sorry)\b)/g, '$1, '],
  [/\b((?:sun|mon|tue|wed|thu|fri|sat)[a-z]*|tomorrow),? early\b(?! (?:in|morning|afternoon|evening))|\bearly (?:on )?((?:sun|mon|tue|wed|thu|fri|sat)[a-z]*day|tomorrow)\b(?! (?:morning|afternoon|evening))/g, (_, before, after) => `${before ?? after} early morning`],
  [/(?:^|[.!?] )(?:(?:hi|hello|hey),? )?good (?:morning|afternoon|evening)\b(?! (?:works|is|for|would))/g, ' '],
  [/\b(?:an?|one|1) sec(?:ond)?\b|\b(?:give|gimme|wait|hold on|just|need)\b(?: me)? (?:an?|one|1) min(?:ute)?\b/g, ' '],
  [/\b([ap])\.? ?m\b\.?|(?<=\d)([ap])(?=$|[\s.,!?-])\.?|(?<=\d) ([ap])(?=$|[.,!?](?! ?m\b))\.?/g, (_, a, b, c) => `${a ?? b ?? c}m`],
  [/\bthe (\d{1,2}(?::\d\d)?(?: ?[ap]m)?)(?: (?:one|slot)\b|(?= (?:still )?(?:open|available|free|taken)\b))/g, 'at $1'],
  [/(?<!\b(?:can|could|should|do|may|would) )\bi (?:start|begin|go in)(?: work| my shift)? (?:at|around) /g, 'before '],
  [/\bi (?:(?:usually|normally|always) )?(?:get (?:off|out|home)|finish|clock out)(?: of)?(?: work| my shift)? (?:at|around|by) |\b(?:home|off work|done with work|free) by (?=\d|noon\b)/g, 'after '],
  [/\bbefore (?:i|we) (?:leave|go|fly|head)(?: (?:out|away|to \w+|for (?:\w+ )?\w+))?(?: on)? (?=(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*\b|tomorrow\b|the \d)/g, 'before '],
  [/\b(?:i'll be|we'll be|i'm|we're|i am|we are|i get|we get|i come|we come) back(?: (?:in town|home))?(?: on)? (?=(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*\b|tomorrow\b|the \d)|\bback in town(?: on)? (?=\w+)|\b(?:as of|beginning) (?=(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*\b|tomorrow\b|the \d)/g, 'starting '],
  [/\b((?:(?:next|this) )?(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*|tomorrow|the \d{1,2}(?:st|nd|rd|th)) (?:onwards?|(?:or|and) (?:later|after|onwards?))\b(?=[.,!?;]|$| (?:is|are|works?|would|please|at|for|in)\b)/g, 'from $1'],
  [/\b(1[0-2]|[1-9])([0-5]\d) ?(?=[ap]m\b)/g, '$1:$2 '],
  [/\b((?:sun|mon|tue|wed|thu|fri|sat)[a-z]*|tomorrow|today|\d{1,2}\/\d{1,2}),? (?:at )?(1[0-2]|[1-9])([0-5]\d)(?=$|\s*[.,!?;]|\s(?:please|works?|is|would|then|or|if|instead|sharp|for|still|good|great)\b)/g, '$1 at $2:$3'],
  [/\b(mid-?day|mid day)\b/g, 'noon'],
  [/\bo[ '"]? ?clock\b/g, ':00'],
  [/\b(\d{1,2}|(?:t(?:wo|hree|en|welve)|four|five|six|seven|eight|nine|eleven|one))(?:ish| ish)\b/g, (_, hour = '') => `${numberOf(hour)}`],
  [new RegExp(`\\b(${DIGIT}) and (?:a )?half\\b(?! hours?| an?\\b)`, 'g'), (_, hour = '') => clock(numberOf(hour), 30)],
  [/\bat (?:hour )?(\d{1,2})(?:(?<=hour \d{1,2})| hours)\b(?! (?:later|from|before|after)\b)|^(\d{1,2}) hour(?=\W*$)/g, (_, at, alone) => `at ${at ?? alone}:00`],
  [/\b((?:sun|mon|tue|wed|thu|fri|sat)[a-z]*) next\b(?! (?:to|door|week|month|year)\b)/g, 'next $1'],
  [/\bnext week\b([^?]*?[.,;!] ?(?:but |maybe |so )*)the week after\b(?! (?:next|that)\b)/g, "can't next week$1week after next"],
  [/^(?:(?:like|about|around|maybe|just|only) )*\d{1,3} (?:minutes?|mins?)(?=\W*$)/, ' '],
  [/\bnot (?:this |next )?((?:sun|mon|tue|wed|thu|fri|sat)[a-z]*),? (?:but )?the one (?=(?:after|before) )/g, '$1 '],
  [/\b((?:sun|mon|tue|wed|thu|fri|sat)[a-z]*) (i work|i'm (?:working|busy|away|off|free)|i can't|(?:doesn't|won't) work) (?=(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*\b)/g, '$1 $2, '],
  [/\bnoon-?ish\b/g, 'noon'],
  [/\b((?:sun|mon|tue|wed|thu|fri|sat)[a-z]*|tomorrow|today),? (1[0-2]|[1-9])(?=$|\s*[.,!?;]|\s(?:please|works?|is|would|then|or|if|instead|sharp|for|still|open|available|free|good|great|my|our|ok(?:ay)?|work)\b)/g, '$1 at $2'],
  [/\b((?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d{1,2}(?:st|nd|rd|th)?),? (1[0-2]|[1-9])(?=$|\s*[.,!?;]|\s(?:please|works?|is|would|then|or|ok(?:ay)?|for)\b)/g, '$1 at $2'],
  [/\b(?:(?<!you |are )closing|showing|photos|open house|party|wedding|graduation|b-?day|birthday|deadline|board (?:meets|reviews|votes)(?: bids)?|(?:listing )?goes live)(?: (?:is|are|will be|starts))?(?: (?:on|at|this|next))* (?=(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*\b|today|tomorrow|the \d|\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:(?!\b(?:so|but|and|can|could|call|please|how|what)\b)[^,.;!?])*/g, ' '],
  [/\bnot (?:on )?that day\b/g, ' '],
  [/^((?:(?:oh|ok(?:ay)?|no|sure|fine|alright|maybe|well),? )*)(1[0-2]|[1-9])(?:(?=:[0-5]\d then\b)|([0-5]\d)?(?= then\b))/, (_, before = '', hour, minutes) => `${before}at ${hour}${minutes ? `:${minutes}` : ''}`],
  [/(^|[,;.!?] |^(?:ok(?:ay)?|yes|yeah|sure|fine),? )(1[0-2]|[1-9])([0-5]\d)? (?:on )?(?=(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*day\b|tomorrow\b|today\b|(?:sun|mon|tues?|wed|thu(?:rs?)?|fri|sat)\W*$)/g, (_, before = '', hour, minutes = '00') => `${before}at ${hour}:${minutes} `],
  [/\bor (1[0-2]|[1-9])([0-5]\d)(?=\W*$)/g, 'or at $1:$2'],
  [/\b(can(?:'?t)? (?:you|we|i) do|(?:can't|cannot) (?:do|make)|could (?:you|we) do|could (?:it )?be|can it be|let's (?:do|go with|say)|any chance (?:of|for|at)|you (?:have|got)|how about|what about|make it|(?:move|change|switch|push|bump)(?: (?:it|that|this|(?:my|the|our) (?:call|appointment|estimate|time|booking|visit)))?(?: up| back| out| forward| ahead)? to) ((?:1[0-2]|[1-9])(?:[0-5]\d)?)(?= instead| then| please| too| on\b| after all\b| any ?more\b|[.!?]|$)/g, '$1 at $2'],
  [/(?<!\b(?:can|could) (?:we|you|i) )\b(?:talk|speak|chat|(?:come|be|get|check) back)(?: (?:to|with))?(?: (?:you|ya))? later\b(?! (?:in|on|that|this|today|tomorrow|same)\b)/g, ' '],
  [/\b(after|before|until|till?) (1[0-2]|[1-9])([0-5]\d)(?=$|\s*[.,!?;]|\s(?:on|every|each|any|most|and|but|or|so|please|works?|is|(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*)\b)/g, '$1 $2:$3'],
  [/\b(?:i|we)(?:'ve| have)? (?:have|got) (?:work|plans|a meeting|an appointment|something|school|class)(?: on)? (?=(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*|tomorrow|today)/g, "can't "],
  [/\b(?:i|we|he|she|they|(?:my|our) \w+)(?:'ve| have|'s| has)? (?:have|has|got) (?:an? )?(?:\w+ )?(?:work|meeting|class|practice|game|church|(?:doctor|dr|dentist|vet|hair)(?:'s)?(?: \w+)?) (?=(?:at|from|till?|until) \d)/g, "can't "],
  [/\b(?:i|we)(?:'ve| have)? (?:gotta|got to|have to) (?=(?:pick|drop|leave|take|be|go|get)\b)/g, ", can't "],
  [/\b(?:every|each) (?:other|\d+|two|three|four) (?:days?|weeks?|months?)\b/g, ' '],
  [/\bnot (?:un)?till? |\b(?:don't|do not|won't) (?:really )?(?:need|want)(?: (?:it|this|that|you|anything|any\w+|some\w+))?(?: (?:done|to come|here|out|over|there))? (?:until|till?|before) /g, 'from '],
  [/\b(?:no|not|nothing) later than\b/g, 'by'],
  [/\b(?:no|not|never|don't)(?: any| a| phone| call(?: me)?)* calls?(?: me)? (?=(?:before|after|until) (?:\d|noon))/g, 'not '],
  [/\b(?:no|not) (?:before|earlier than|sooner than) (?=(?:\d{1,2}(?::\d\d)?(?:\s?[ap]m)?|noon)\b(?!\/|:| (?:or|nor|and) (?:after|before|later)))/g, 'after '],
  [/(?<!\b(?:it|that|this|call|estimate|appointment|appt|visit) )\bup (?:to|until|till?) (?=\d|noon\b)/g, 'until '],
  [/\b(?:the )?week (?=between\b)/g, ' '],
  [/\b(?:earlier|sooner) than\b/g, 'before'],
  [/\blater than\b/g, 'after'],
  [/\bin (\d{1,2})h\b/g, 'in $1 hours'],
  [/\bin (?:like|about|around|maybe|roughly) (?=\d|an?\b)/g, 'in '],
  [/\b(\d{1,2}(?::\d\d)?(?:\s?[ap]m)?) (?:is|would be|might be|sounds) (?:a (?:bit|little) |way |just )?too (early|late)\b/g, (_, hour = '', side) => `${side === 'early' ? 'after' : 'before'} ${hour}, not at ${hour}`],
  [/^((?:(?:ok|no|nah|oh|hmm|sorry)[ ,.]+)*)(?:(?:that|it|this|those|these|they)(?:'s|'re| is| are|s)? )?(?:all |both |still |way |a (?:bit|little) |just |kinda )*(?:too|not (?:so|that)) (early|late|soon)\b/, (_, before = '', side) => `${before}${side === 'late' ? 'earlier' : 'later'}`],
  [/\b([a-z]{3,9}) the (?=\d{1,2}(?:st|nd|rd|th)\b)/g, (_, word = '') => (/^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/.test(word) ? `${word} ` : `${word} the `)],
  [/\b(\d{1,2})h([0-5]\d)?\b(?!ou)/g, (_, hour, minute) => `${hour}:${minute ?? '00'}`],
  [new RegExp(`(?<!\\b${MONTH_NAME}\\.? )\\b(\\d{1,2}) in the (am|pm)\\b`, 'g'), '$1$2'],
  [/(?:(?<=\b(?:(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*|tomorrow|today|the|meant?|any|prefer|only) )|^)am\b(?! i\b)|(?<!\bi )\bam (?=only\b)/g, 'morning '],
  [/\bneed (?:like |about )?\d{1,3} (?:minutes?|mins?|hours?) to\b/g, ' '],
  [/\bweek of (1[0-2]|0?[1-9])\/(\d{1,2})\b/g, (_, month, day = '') => `week of ${MONTHS[Number(month) - 1]} ${day}`],
  [/\b(1[0-2]|[1-9])-(1[3-9]|2\d|3[01])\b(?![-:\d]| ?[ap]m)/g, '$1/$2'],
  [/\b(?:half (?:an )?|1\/2 )hour\b/g, '30 minutes'],
  [/\ban hour and a half\b/g, '90 minutes'],
  [/\b([1-9]) and an? half hours\b/g, (_, hours) => `${Number(hours) * 60 + 30} minutes`],
  [/\b(?:an?|one) (minute|hour|day|week)\b/g, '1 $1'],
  [/\ba (?:couple|few)(?: of)? (minutes|days|hours|weeks)\b/g, '2 $1'],
  [new RegExp(`\\bhalf (?:past |after )?(${DIGIT})(?=\\b|[ap]m)(?! hour)`, 'g'), (_, hour = '') => clock(numberOf(hour), 30)],
  [/\bquarter (?:past|after) noon\b/g, '12:15pm'],
  [/\bquarter (?:to|till|of|before) noon\b/g, '11:45am'],
  [new RegExp(`\\bquarter (?:past|after) (${DIGIT})(?=\\b|[ap]m)`, 'g'), (_, hour = '') => clock(numberOf(hour), 15)],
  [new RegExp(`\\bquarter (?:to|till|of|before) (${DIGIT})(?=\\b|[ap]m)`, 'g'), (_, hour = '') => clock(numberOf(hour), -15)],
  [new RegExp(`\\b(${MINUTES})(?: minutes?)? past (${DIGIT})(?=\\b|[ap]m)|\\b(${MINUTES})(?: minutes?)? (?:after|from) (${DIGIT})(?=\\s?[ap]m)`, 'g'),
    (_, a, b, c, d) => clock(numberOf(b ?? d ?? ''), numberOf(a ?? c ?? ''))],
  [new RegExp(`\\b(\\d{1,2} minutes?|five|ten|twenty|twenty-five) (?:to|till) (${DIGIT})(?=\\b|[ap]m)`, 'g'),
    (_, minutes = '', hour = '') => clock(numberOf(hour), -numberOf(minutes.replace(/ .*/, '')))],
  [/\b(\d{1,2})(?: minutes?)? past noon\b/g, (_, minutes = '') => `12:${minutes.padStart(2, '0')}pm`],
  [new RegExp(`\\b(${NUMBERS.slice(1).join('|')})[ -](fifteen|thirty|forty-five)\\b`, 'g'),
    (_, hour = '', minutes = '') => clock(numberOf(hour), numberOf(minutes))],
  [new RegExp(`\\b(at|by|after|before|until|around|about|between|from|and|or|to) (${NUMBERS.slice(1).join('|')})\\b`, 'g'),
    (_, word = '', hour = '') => `${word} ${numberOf(hour)}`],
  [new RegExp(`\\b(${NUMBERS.slice(1).join('|')})(?=\\s?:00|${HALF}| (?:days?|weeks?|hours?|minutes?|sundays|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays)\\b)`, 'g'), (_, hour = '') => String(numberOf(hour))],
  [/\b(\d{1,2}) (?=:\d\d\b)/g, '$1'],
  [/\b(at|(?:(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*|tomorrow|today) (?:around|about)) (\d{1,2}) ?([0-5]\d)(?=$|[\s,.!?])(?! [a-z]* ?(?:st|street|ave|avenue|rd|road|dr|drive|ln|lane|ct|way|blvd|pl)\b)/g, '$1 $2:$3'],
  [/\b(\d{1,2}):-15/g, (_, hour = '') => clock(Number(hour), -15)],
  [/\b(\d{1,2}) :-15/g, (_, hour = '') => clock(Number(hour), -15)],
  [/\binstead of (?:calling|an? (?:phone )?call|the call)\b/g, ''],
  [/\b(earlier|later|sooner) (?:in|on|that|the same) (?:the )?(?:same )?day\b/g, '$1 same day'],
  [/\b(?:call|text|ring|phone|notify|warn|tell)\b([^.,;]{0,12}) \d{1,3} (?:minutes?|mins?|hours?) (?:before(?:hand)?|prior|ahead|in advance)\b/g, '$1'],
  [/\bfirst of (?=(?:the |this |next )+month\b)/g, '1st of '],
  [/\b(?:first|1st) of (?:the |next )year\b/g, 'january 1'],
  [/\blater in the week\b/g, 'later this week'],
  [/\bwithin (?:the|this) (week|month|year)\b/g, 'by the end of the $1'],
  [new RegExp(`\\b(${MONTH_NAME}\\.? \\d{1,2}(?:st|nd|rd|th)?) (?:through|thru) (?=${MONTH_NAME}\\b)`, 'g'), '$1 to '],
  [/\b(by|before|until|till?) (?:the )?end of (?:the |this )?year\b/g, '$1 december 31'],
  [/\bend of (?:the |this )?year\b/g, 'end of december'],
  [new RegExp(`\\bbetween (${MONTH_NAME}\\.? \\d{1,2}) and (?=${MONTH_NAME}\\.? \\d)`, 'g'), '$1 to '],
  [new RegExp(`\\b(${MONTH_NAME} \\d{1,2}) week\\b`, 'g'), 'week of $1'],
  [new RegExp(`\\bweek of (${MONTH_NAME} \\d{1,2})([^?]*?[.,;!] ?(?:but |maybe |so )*)(?:the )?week after(?: that| then)?(?=\\W*$)`, 'g'), "can't week of $1$2week after $1"],
  [/\b(?:at|until|till?) (noon|\d{1,2}(?::\d\d)?(?: ?[ap]m)?)\b([^.;!?]*?)(?<!\b(?:days?|weeks?|hours?|minutes?|mins?|(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*) )\b(before|after) (?:that|then)\b/g, '$2$3 $1'],
  [/^(.*\d.*?)(?:,| so| but)+ (?:any ?time |any day |whenever )?(?:but|except|not) then\b/g, "can't $1"],
  [/\bw-?[249]s?\b/g, 'form'],
  [/\blast night\b/g, 'yesterday'],
  [/(?<!\b(?:next|this|following|the) )\b(?:(\d) )?weeks? from (?:this |next )?((?:sun|mon|tue|wed|thu|fri|sat)[a-z]*)/g, (_, count = '1', day) => `${Number(count) + 1} ${day} from now`],
  [/\b(?:not (?:this |next )?|(?=\S+ \S+ no,))(?:this |next )?((?:sun|mon|tue|wed|thu|fri|sat)[a-z]*)(?: no)?(?:,? but|,) (?:(?:the|el) )?(?:next|siguiente|one after)(?: one| week| that)?(?=$|[.!?,])/g, '$1 after next'],
  [new RegExp(`\\bthe (${DATES.join('|')})\\b(?! (?:one|time|option|choice|slot|street|floor|grade)\\b)`, 'g'), (_, date = '') => `the ${DATES.indexOf(date) + 5}th`],
  [new RegExp(`\\b(between |from )?(${MONTH_NAME})\\.? ${TWO_DATES}\\b(?![:/]| ?[ap]m)`, 'g'), (_, lead, month = '', first = '', by = '', last = '') => datesIn(month, first, by, last, lead)],
  [new RegExp(`\\b(between |from )?(?:the )?${TWO_DATES} (?:of )?(?!may\\b)(${MONTH_NAME})\\b(?! \\d)`, 'g'), (_, lead, first = '', by = '', last = '', month = '') => datesIn(month, first, by, last, lead)],
  [/\b(tomorrow (?:or|and)) (?:the )?(?:day after|next day|following day)\b(?! tomorrow)/g, '$1 day after tomorrow'],
  [/\bon the (first|second|third|fourth)\b(?! [a-z])/g, (_, date = '') => `on the ${EARLY_DATES[date]}`],
  [new RegExp(`(?<!\\b${MONTH_NAME} )\\b(1[0-2]|[1-9]) ([0-5]\\d) ?(?=[ap]m\\b)`, 'g'), '$1:$2 '],
  [/^(?:(?:right|just) )?now(?: please| works)?(?=[.!?]*$)/, 'in 0 minutes'],
  [/\s+/g, ' '],
] // biome-ignore format: a table of rules

const rewrite = (text: string, rules: readonly Rule[]) =>
  rules.reduce((so, [pattern, by]) => so.replace(pattern, by as (...found: string[]) => string), text)

/**
 * Returns a message in lowercase with times as `3:15 pm` and days in English, so that one parser handles English and
 * Spanish. Phone numbers, emails, amounts, and emojis are removed.
 */
export function plainly(text: string): string {
  const folded = text
    .replace(/\p{Extended_Pictographic}/gu, ' ')
    .replace(/(?<=\p{Ll})([.!?])(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .replace(/[’‘`]/g, "'")
    .replace(/[–—]/g, '-')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .trim()
  const written = rewrite(folded, WRITTEN)
  const spoken = [LOOKS_SPANISH, SHORT_DAY, SHORT_DATE].some((each) => each.test(written))
    ? inEnglish(written)
    : withoutTypos(written, SPELLED)
  return rewrite(spoken, RULES).trim()
}

function inEnglish(text: string): string {
  const digits = text.replace(SPOKEN_NUMERAL, (_, word: string, number: string) => {
    return `${word} ${NUMERALS.findIndex((each) => new RegExp(`^${each}$`).test(number))}`
  })
  const short = digits
    .replace(SHORT_DAY, (_, day: string) => `${SHORT_DAYS[day]} `)
    .replace(SHORT_DATE, (_, date: string, month: string) => `${SHORT_MONTHS[month] ?? month} ${date}`)
  return rewrite(short, SPANISH)
}
