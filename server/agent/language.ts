import type { Language } from '../base/catalogue.ts'
import { isSpanish } from './spanish/spanish.ts'
import type { Foreign } from './texts/foreign.ts'

const words = (list: string) => new Set(list.split(/\s+/))

const ENGLISH = words(
  `the is are am was were be been i you we they he she it my your our their this that these those what when where
  which who why how do does did can could would will should have has had need want like get got and or but not no
  yes for from with about please thanks thank hello hi hey just any some there here of to in on at if as because
  much many need help know tell me us yard lawn tree house work call estimate price`,
)
const SPANISH = words(
  `hola gracias necesito necesita necesitamos quiero queremos quisiera quisiéramos cuánto cuanto cuesta cuestan
  precio precios presupuesto cotización español llamo nombre teléfono telefono correo buenos buenas días tardes noches
  usted ustedes jardín jardin césped cesped pasto zacate árbol árboles arbol arboles servicio servicios para por
  favor mañana cita sí dónde donde cuándo qué cómo tienen hacen pueden puede podrían ayuda trabajo dirección direccion vivo estoy tengo tenemos hablan habla hablar nieve riego lunes martes miércoles jueves viernes
  sábado domingo cortar podar limpiar está ustedes mi una los las del pero muy también tambien porque
  tarde noche mejor manana hoy semana adiós adios claro eres algo quién cuál hacer poner arreglar
  gratis número numero aquí ahora más quieren cancelar cambiar llamada perro perros busco buscamos alguien plagas mediodía cayó cortó sangra huele hijo hija esposo esposa escalera mueve casa podadora niño niña cancélela cancele cámbiela reserva llamen aspersores hojas miércoles enero febrero diciembre noviembre precisa ocupo pagar tarjeta efectivo hora abren cierran sábados sabados domingos aceptan trabajan atienden cubren llegan cobran seguro licencia sabado miercoles ninguno ninguna otro otra`,
)
/** Words in Spanish texts that also occur in names, addresses, and English. */
const SHARED = words(
  'el la de en un y con es que al se su lo le te no me a son los las del una mi esta este como para por',
)

/** Function words by language that have special letters or differ from those of the other languages. */
const FUNCTION_WORDS = Object.entries({
  fr: "bonjour je vous avez j'ai besoin voudrais merci est une des les pour avec mon ma parlez français pelouse tondre s'il plaît combien jardin dans nous où quel quelle c'est bonsoir salut ne pas votre notre suis",
  pt: 'olá ola preciso você vocês obrigado obrigada não quero gostaria meu minha falam português quanto custa grama jardim cortar bom dia boa tarde uma para são está por favor fazem orçamento',
  de: 'ich brauche hallo guten tag bitte danke und der die das nicht mein meine rasen garten sprechen sie deutsch wie viel kostet möchte haben ist für mähen können ein eine einen wir mit auf',
  it: 'ciao buongiorno vorrei ho bisogno grazie parlate italiano prato giardino quanto costa sono per favore il della che non un mio mia potete tagliare avete siete',
  vi: 'xin chào tôi cần cảm ơn bạn có nói tiếng việt không cắt cỏ bao nhiêu là của vườn muốn nhà anh chị',
  tl: 'kumusta magandang umaga po ako kailangan ko salamat marunong ba kayo mag tagalog magkano ang ng mga damo hardin sa naman opo gusto namin',
  pl: 'dzień dobry cześć potrzebuję proszę dziękuję czy mówicie mówi polsku ile kosztuje trawnik trawę ogród jest nie mam chciałbym chciałabym skosić państwo się',
  ht: 'bonjou mwen bezwen mèsi eske èske ou pale kreyòl konbyen gazon jaden tanpri pou nou ki bonswa koupe zèb lakay',
  tr: 'merhaba ihtiyacım var teşekkürler türkçe konuşuyor musunuz çim biçme ne kadar lütfen istiyorum bir ve için bahçe bahçem selam günaydın',
  nl: 'hallo goedemorgen goedendag ik heb nodig dank je wel alstublieft spreekt u nederlands gazon tuin hoeveel kost het een wil graag mijn niet zijn maaien van',
  sv: 'hej jag behöver tack vill har och är inte gräsmattan klippa talar pratar svenska vad kostar det en ett trädgård god morgon snälla min mitt',
  ro: 'bună ziua am nevoie mulțumesc vorbiți română cât costă gazon grădină vă rog și este pentru un vreau să tund tunde iarba',
} satisfies Partial<Record<Foreign, string>>).map(
  ([language, list]) => [language as Foreign, words(list)] as const,
)

const GREETINGS = words(
  'bonjour bonsoir merci olá obrigado obrigada hallo danke ciao grazie buongiorno cześć bonjou mèsi merhaba kumusta salamat bună hej',
)

const SCRIPTS: readonly (readonly [Foreign, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['ko', /\p{Script=Hangul}/u],
  ['zh', /\p{Script=Han}/u],
  ['uk', /[іїєґ]/iu],
  ['ru', /\p{Script=Cyrillic}/u],
  ['fa', /[پچژگکی]/u],
  ['ar', /\p{Script=Arabic}/u],
  ['he', /\p{Script=Hebrew}/u],
  ['hi', /\p{Script=Devanagari}/u],
]
const FEWEST_LETTERS = 2
/** The minimum number of words without a capital in a Spanish message whose language no single word reveals. */
const FEWEST_PLAIN = 3

/** Matches a name in another script: up to four Chinese or Korean characters, or one to three words. */
const NAME_IN_SCRIPT =
  /^(?:\p{Script=Han}{1,3} ?\p{Script=Han}{1,2}|\p{Script=Hangul}{1,2} ?\p{Script=Hangul}{1,2}|(?! )(?: ?\p{Lu}\p{Script=Cyrillic}{1,20}){1,3}|(?! )(?: ?[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}]{2,20}){1,3})$/u
/** Greetings and other answers that could be such a name. */
const NOT_A_NAME = words(
  `你好 您好 谢谢 謝謝 不是 好的 可以 是的 안녕 네 아니요 Привет Здравствуйте Спасибо Да Нет Хорошо Вітаю Дякую
  مرحبا السلام سلام شكرا نعم شكراً مرحباً שלום תודה כן नमस्ते धन्यवाद हाँ नहीं`,
)

/** Returns whether a text in another script is probably the answer to the question about the visitor's name. */
export const isNameInScript = (text: string) =>
  NAME_IN_SCRIPT.test(text) && !text.split(' ').some((word) => NOT_A_NAME.has(word))

const NAMES: readonly (readonly [string, RegExp])[] = [
  ['en', /english|ingl[eé]s/i],
  ['es', /spanish|espa[ñn]ol|castellano/i],
  ...(Object.entries({
    fr: /french|fran[cç]ais/i,
    pt: /portugu[eê]se?/i,
    de: /german|deutsch/i,
    it: /italian/i,
    zh: /chinese|mandarin|cantonese/i,
    ja: /japanese/i,
    ko: /korean/i,
    vi: /vietnamese/i,
    tl: /tagalog|filipino/i,
    ru: /russian/i,
    ar: /arabic/i,
    pl: /polish/i,
    ht: /creole|haitian/i,
    hi: /hindi/i,
    uk: /ukrainian/i,
    tr: /turkish/i,
    nl: /dutch/i,
    ro: /romanian/i,
    fa: /farsi|persian/i,
    he: /hebrew/i,
    sv: /swedish/i,
  }) as [string, RegExp][]),
  [
    'other',
    /norwegian|danish|finnish|greek|thai|hungarian|czech|bengali|urdu|punjabi|swahili|somali|amharic|hmong|khmer|lao|burmese|nepali|tamil|telugu|gujarati|indonesian|malay|latin/i,
  ],
]
const SPEAK =
  '(?:speak|talk|chat|write|reply|respond|answer|converse|communicate|languages?|switch|change|habla[nsr]?|hablamos)'
const BETWEEN =
  '(?:\\s(?:to|with|you|me|us|in|any|some|a|little|the|default|your|settings?|responses?|language|this|it|chat|talk|speak)){0,6}'
const LANGUAGE_NAME = NAMES.map(([, name]) => name.source).join('|')
const REQUEST = new RegExp(
  `\\b${SPEAK}${BETWEEN}\\s(${LANGUAGE_NAME})(?![\\p{L}])(?!\\s(?:drains?|maples?|elms?|ivy|box|moss|lavender|oaks?|cypress|olives?|laurel))|^(?:in )?(${LANGUAGE_NAME})(?: please| por favor)?[?.!]*$|^(?:¿\\s?)?(?:en )?(espa[ñn]ol|spanish)\\b.{0,12}$`,
  'iu',
)
const ANY_LANGUAGE =
  /\b(?:switch|change|different|another|other)\b.{0,20}\blanguages?\b|\blanguages? (?:do you|can you|are you)\b|\bunderstand (?:your|this|the) language\b/i

/** Matches statements about a language that someone doesn't speak: `no habla inglés`. */
const NOT_SPOKEN =
  /\bno habl(?:a|o|an|amos) (?:\p{L}+ )?(?:ingl[eé]s|espa[ñn]ol)(?![^.!]*\?)|\b(?:he|she|they|who|mom|mother|dad|father|wife|husband) (?:(?:does|do) not|(?:does|do)n['’]?t|can(?:not|['’]?t)) (?:\p{L}+ )?(?:speak|understand) (?:\p{L}+ )?(?:english|spanish)\b/iu

/**
 * Returns the language that a visitor asks about: a code, `other` for an unsupported language, or `any` for a choice.
 */
export function languageRequest(text: string): string | null {
  if (NOT_SPOKEN.test(text)) return null
  const match = REQUEST.exec(text)
  const name = match && (match[1] ?? match[2] ?? match[3])
  if (name) return NAMES.find(([, pattern]) => pattern.test(name))?.[0] ?? null
  return ANY_LANGUAGE.test(text) ? 'any' : null
}

/** Returns the language of a message if its words reveal it, or null. */
export function languageOf(text: string): 'en' | 'es' | Foreign | null {
  const script = scriptIn(text)
  if (script) return script
  const all =
    text
      // `10 am` isn't Romanian.
      .replace(/(?<=\d ?)[ap]m\b/gi, ' ')
      .toLowerCase()
      .normalize('NFC')
      .match(/[\p{L}'’]+/gu) ?? []
  // `No` and `me` are also Spanish.
  const isEnglish = all.some((word) => ENGLISH.has(word) && word !== 'no' && !SHARED.has(word))
  const english = isEnglish ? countOf(all, ENGLISH) : 0
  const spanish = all.filter((word) => SPANISH.has(word) && !SHARED.has(word)).length
  const likeSpanish = spanish === 0 ? 0 : spanish + all.filter((word) => SHARED.has(word)).length / 2
  const [other, score] = mostLike(all)
  // A single foreign word is a name or a plant unless it is a greeting.
  const isGreeting = all.length === 1 && GREETINGS.has(all[0] ?? '')
  if (other && score > likeSpanish && score > english && (score > 1 || isGreeting)) return other
  const hasMark = /[¿¡]/.test(text)
  if (likeSpanish + (hasMark ? 1 : 0) > english && (spanish > 0 || hasMark)) return 'es'
  if (english > 0) return 'en'
  // Names and addresses can be Spanish in any language.
  const plainWords = text.match(/(?<![\p{L}\p{N}])\p{Ll}[\p{L}'’]*/gu) ?? []
  return plainWords.length >= FEWEST_PLAIN && isSpanish(text) ? 'es' : null
}

/** Returns the language of a script other than the Latin one, or null. */
function scriptIn(text: string): Foreign | null {
  for (const [language, script] of SCRIPTS) {
    const letters = text.match(new RegExp(script, `${script.flags}g`)) ?? []
    if (letters.length >= FEWEST_LETTERS) return language
  }
  return null
}

/** Returns the number of different words from a list in a message. */
const countOf = (all: readonly string[], list: ReadonlySet<string>) =>
  new Set(all.filter((word) => list.has(word.replaceAll('’', "'")))).size

/** Returns the language, other than English and Spanish, with the most words in a message, and their number. */
function mostLike(all: readonly string[]): readonly [Foreign | null, number] {
  // Words that are also Spanish are no evidence of another language: `si por favor`.
  const unlikeSpanish = all.filter((word) => !SPANISH.has(word) && !SHARED.has(word))
  let best: readonly [Foreign | null, number] = [null, 0]
  for (const [language, list] of FUNCTION_WORDS) {
    const count = countOf(unlikeSpanish, list) > 0 ? countOf(all, list) : 0
    if (count > best[1]) best = [language, count]
  }
  return best
}

/** The number of consecutive English messages that switch a Spanish conversation to English. */
const BACK_TO_ENGLISH = 2
/** The minimum number of words that reveal a message's language. */
const FEWEST_WORDS = 2

/** What a conversation's state says about languages. */
interface Spoken {
  language: Language
  foreign: unknown
  english: number
  said: Record<string, number>
}

/** Updates the conversation's language in `state` after a message. */
export function followLanguage(state: Spoken, text: string): void {
  const before = state.language
  readLanguage(state, text)
  // Nothing has been asked in this language.
  if (state.language !== before) state.said = {}
}

function readLanguage(state: Spoken, text: string): void {
  const language = languageOf(text)
  if (language === 'es') {
    state.language = 'es'
    state.foreign = null
  }
  const isEnglish = language === 'en' && text.split(/\s+/).length >= FEWEST_WORDS
  state.english = isEnglish ? state.english + 1 : language === null ? state.english : 0
  if (isEnglish) state.foreign = null
  if (state.language === 'es' && state.english >= BACK_TO_ENGLISH) state.language = 'en'
}
