import { isQuestion } from '../intents.ts'
import { chanceOf } from '../understand/likelihoods.ts'
import { sentencesIn } from '../words/words.ts'

const BOOKING =
  /^\W*(?:(?:ok(?:ay)?|so|and|y|bueno)\W+)?(?:when|cu[aá]ndo)\W*$|\bbook (?:me|(?:for |on )?(?:mon|tue|wed|thu|fri|sat|sun|tomorrow|today)\w*)\b|\b(?:volver a |re-?)(?:agendar|reservar)|\bcall me\b.{0,30}\b(?:at \d{1,2}(?!\d)|tomorrow|mon|tue|wed|thu|fri|sat|sun)|\bll[aá]m(?:ar?me|en?me)\b.{0,30}\ba las? \d|\b(?:book|schedule|set up|arrange|make)\b.{0,40}\b(?:call|estimate|appointment|time|visit|slot)\b|(?<!\b(?:have|had|got|['’]ve) (?:an?|my|our) )\bappointments?\b|\b(?:like|want|ready) to (?:book|schedule)\b|\bwhen (?:can|could|would) (?:you|someone|they|i)\b.{0,30}\b(?:call|talk|speak|come)\b|\b(?:earliest|soonest|how soon)\b.{0,30}\b(?:call (?:me|us)|talk|speak)\b|\bwhat (?:day|time)s? (?:can|could|would|will) (?:you|someone|somebody|they)\b.{0,20}\b(?:call|come|visit|talk)\b|\bwhen are you(?: guys)? (?:free|available)(?=\W*$| (?:to (?:call|talk|speak)|for a call)\b)|\b(?:what|which|any) (?:times?|slots?|days?)\b.{0,30}\b(?:available|open|free|have)\b|\bwhat(?:['’]s| is) your availability\b|\b(?:do|have) an? (?:phone )?call\b|\bwhat else (?:do you have|have you got|you got|is (?:there|open|free|available))\b|\bwhat (?:do you have|have you got|you got)\b.{0,15}\b(?:today|tomorrow|weekend|(?:this|next) week|(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*)\b|\b(?:quiero|quisiera|puedo|podr[ií]a|gustar[ií]a) (?:agendar|reservar)\b|\b(?:agendar|reservar|programar|hacer)\b.{0,30}\b(?:cita|llamada|visita|presupuesto)\b|\bcitas?\b/i
const NO_BOOKING =
  /\b(?:do not|don['’]?t|no need to|never|rather not|won['’]?t|without|not ready to|not going to)\b.{0,20}\b(?:book|schedule|set up|arrange|make|need|want)\b.{0,25}\b(?:call|estimate|appointment|visit|anything|one|it|that)\b|\bno need (?:to call|for (?:a|the|any) call)\b|\bno (?:call|appointment)s?\b(?! (?:before|after|until|till|on|at|between|during|from)\b)|\bnot (?:book|schedule)\b|\bno (?:la |lo )?(?:reserve|agende|haga|quiero (?:una )?(?:cita|llamada))\b/i
const MOVE =
  /\bre-?schedul|^\W*(?:please |just |i['’]d like to )?(?:move|change|mover|cambiar)(?: please| por favor)?\W*$|^(?:(?:oh|no|actually|shoot),? )+wait\b(?! (?:time|list))|^wait,? no\b|\bnot (?:on )?that day\b|\b(?:change|move|switch|push|shift|postpone|delay|bring|another|different|new|later|earlier)\b.{0,30}\b(?:time|day|date|slot|appointment|booking|call|it)\b|\b(?:change|move|switch|push|shift) (?:that|this|it)\b|\bmake it (?:at |on |the )*\d(?!\d* ?(?:ft|feet|foot|inch\w*|yards?|acres?|rooms?|people|windows?|trees?|bucks|dollars)\b)|\b(?:can|could) (?:we|you|it|someone)\b.{0,12}\b(?:do|make|have|call|come|be|go|talk)\b.{0,20}\b(?:earlier|later|sooner)\b(?! (?:in the|this) (?:spring|summer|fall|winter|season|month|year)\b)|\b(?:anything|something) (?:earlier|later|sooner)\b|\b(?:cambiar|mover|pasar|reprogramar)\b.{0,30}\b(?:cita|llamada|hora|d[ií]a|la|lo)\b|\b(?:c[aá]mbi|mov|mu[eé]v|p[aá]s|reprogr[aá]m)(?:ar|er|e|en)l[ao]\b|\b(?:la|lo) (?:podemos |puede[ns]? |podr[ií]amos )?(?:cambiar|mover|pasar|movemos|cambiamos|pasamos)\b/i
const INSTEAD =
  /\b(?:instead|rather|actually|should we (?:do|say|make it)|i mean|i meant|better|how about|what about|can(?:not|['’]?t) (?:do|make)|change|(?:move|switch|push|bump|shift)(?: me| us)? to|en lugar|en vez|mejor|quise decir|puede ser|changed (?:my|our|his|her|their) minds?|cambi[eé] de (?:opini[oó]n|idea)|no puedo|cambi\w+)\b|\bback to (?:the )?(?=\d|(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*\b|tomorrow|today)/i
const CANCEL =
  /\bcancel(?:ar|e|en|a|emos|o|arl[ao])?\b|\bcanc[eé]l[ae]l[ao]\b|\bcall(?:ed)? (?:it|that|this|the \w+) off\b/i
const CANNOT =
  /(?<!\bif (?:\w+ ){1,2})\b(?:can(?:no|['’]?)t|won['’]?t|will not)\b.{0,20}\bmake (?:it|the call|that)\b(?! to (?!the (?:call|appointment)\b))/i
/** Matches questions about canceling, which don't cancel anything. */
const ASKS_TO_CANCEL =
  /\b(?:if|what if|in case|(?:y|pasa|algo|cobran|multa|cargo|costo) si)\b.{0,25}\bcancel|\bcancell?ation (?:policy|fee)|\b(?:fee|charge|penalty|costo|cargo|multa|cobran?)\b.{0,25}\bcancel|(?<!\b(?:want to|need to|like to|have to|please) )\bcancel\p{L}*\b.{0,20}\b(?:without|with|for|an?|any|sin)\b.{0,12}\b(?:fee|charge|penalty|free|costo|cargo|multa)\b|\b(?:can i|puedo|se puede) (?:still |always )?cancel\p{L}*\b.{0,25}\b(?:later|if|any ?time|before|si|despu[eé]s|antes|cuando|luego)(?!\p{L})|(?<!\p{L})(?:how (?:late|long|soon|early|far|much (?:notice|time))|until when|by when|(?:do|would|will) i (?:have|need) to|what happens|hasta cu[aá]ndo|con cu[aá]nt[ao]|¿(?:tengo|tendr[ií]a) que)\b.{0,40}\bcancel|\b(?:may|might|(?:puede|es posible) que|tal vez|quiz[aá]s?)\b.{0,20}\bcancel|\b(?:do not|don['’]?t) (?:want to )?cancel|\bno (?:(?:la|lo|me la|quiero|voy a) )?cancel(?:e|en|es|ar)\b/iu
/** Matches cancellations of something other than a call. */
const CANCELS_OTHER =
  /\bcancel(?:l?ed|l?ing)?\s+(?:my|our|the|his|her|their|an?)\s+(?!(?:\w+\s){0,2}(?:call|appointment|booking|estimate|visit|slot|meeting|time|reservation|one)\b)/i
const OF_CALL =
  /^\W*(?:yes,? |yeah,? |s[ií],? )?(?:please |i (?:need|want|have|would like) to |i['’]d like to )?cancel(?:ar)?(?: (?:please|it|that))?\W*$|\b(?:appointments?|calls?|bookings?|estimates?|visits?|cita|llamada)\b/i

const OPEN_QUESTION =
  /^(?:are|do|is|what|when|which|how late|qu[eé]|cu[aá]ndo)\b.*\b(?:open|work|free|available|have|possible|come|libre|disponible|hay|tienen?)\b/i

/** Matches what can follow a short yes. A longer message must begin with an unambiguous yes. */
const PLEASANTRY =
  '(?:[\\s,.!👍👌✅]|please|thanks?(?: you)?(?: so much| very much)?|thx|tysm|ty|for me|then|por favor|(?:muchas )?gracias|works|do (?:it|that)|book (?:it|that|me)(?: in)?|see (?:you|ya)(?: (?:then|there|soon|tomorrow|(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day))?|talk (?:to you )?(?:then|soon)|looking forward(?: to it)?|porfa(?:vor)?|pues|señor(?:a|ita)?|bye+|have an? (?:good|great|nice) (?:day|one|evening|weekend)|that|it|is|will|would|be|do|i|perfect[oa]?|bien|good|great|fine|cool|awesome)*'
const CERTAIN =
  "(?:(?:(?:he|she|they) (?:says?|said) )?(?:yes+(?:sir|m)?|ye+|yep|yup|yeah|yea)|s[ií]|oui|da(?=,|\\W*$)|uh[- ]?huh|mhm+|is (?:good|ok(?:ay)?|fine|perfect|correct)(?=[.!\\s]*$)|as[ií] es|affirmative|absolutely|definitely|correct[oa]?|exact(?:ly|o)|confirm(?:ed)?|(?:(?:can|could|would|will) you )?(?:please )?book (?:it|that|me)|go ahead|please do|let['’]?s (?:do|go with) (?:it|that)|do it|see (?:you|ya) then|talk (?:to you )?then|(?:i['’]?ll )?take it(?! (?:easy|slow|off|away|down|out|back|up|from))|(?:put|sign|pencil|lock) (?:me|it|that) (?:down|up|in)|you bet|deal(?=\\W*$)|(?:good|fine) (?:with|by|for) me|i['’]?m (?:good|fine|ok(?:ay)?) with (?:that|it)|i can (?:do|make) (?:that|it)(?: work)?|i['’]?ll be (?:there|ready|around)|(?:that|it|this)(?: (?:time|one|day|slot))?(?:['’]?(?:s|ll|d)| is| will| would| should| sounds| looks)?(?: be)? (?:works?|suits? (?:me|us)(?: (?:well|fine|perfectly|just fine))?|do|correct|right|perfect|great|fine|good|ok(?:ay)?|wonderful|lovely|excellent|ideal|awesome)|works(?: for me| great)?|(?:sounds|looks) (?:good|great|perfect|fine|like a plan)|adelante|res[eé]rv(?:e|a)l[ao]|confirm(?:o|ad[ao])|de acuerdo|est[aá] bien|me parece bien|claro(?: que s[ií])?|sip|sim[oó]n|[aá]ndale(?: pues)?|[oó]rale|sale(?: y vale)?(?=\\W*$)|va(?: que va)?(?=\\W*$)|me late)"
const WEAK =
  '(?:sure(?: thing)?|bet|i (?:guess|suppose)(?: so)?|ok(?:ay)?|k|y|ya|perfect[oa]?|great|awesome|cool|excellent|wonderful|alrighty|vale|right|fine|alright|all right|of course|por supuesto|dale|listo|bueno|[👍👌✅])'
const CERTAIN_YES = new RegExp(
  `^\\W*(?:(?:oh|ok(?:ay)?|great|perfect|sure|awesome|thanks?(?: you)?)\\b[\\s,.!]*(?:then )?)?${CERTAIN}(?![\\p{L}])`,
  'iu',
)
const SHORT_YES = new RegExp(
  `^\\W*(?:(?:eh|u[hm]+|h+m+|well|oh|ah)\\W+)?(?:${WEAK}|${CERTAIN})(?![\\p{L}])(?:[\\s,.!]+(?:${WEAK}|${CERTAIN})(?![\\p{L}]))*${PLEASANTRY}\\W*$`,
  'iu',
)
const RESERVED =
  /(?<!\p{L})(?:but|later|wait|though|maybe|perhaps|if|unless|except|instead|actually|other|another|different|first|think|check|not|never|no|hold|cancel|earlier|sooner|question|would rather|or|pero|despu[eé]s|luego|esper[ea]|quiz[aá]s?|tal vez|otr[oa]s?|todav[ií]a)(?!\p{L})|n['’]t\b/iu
/** Matches a request that comes with a yes: `sounds good but can you text before`, `yes but call me at …`. */
const REMINDER =
  /[\s,.!]+(?:but|and)? ?(?:(?:can|could|would|will) (?:you|someone|they)|pl(?:ease|s)) (?:just |please |also )*(?:text|e-?mail|message|remind|call)(?: me| us)? (?:first|ahead|before(?:hand)?|right before|the day before|that day|that morning)\W*$|[\s,.!]+(?:but|and)? ?(?:please )?(?:call|text|use|reach)(?: me)?(?: at| on)? [\d().\s-]{7,}(?:instead|please|\s)*\W*$|[\s,.!]+(?:and |but |please )*(?:don['’]?t|do not) (?:be late|forget)(?: (?:again|this time|please))*\W*$/i
const NO_MATTER = /\bno (?:problem|worries|rush)\b|\bnot a problem\b|\bwhy not\b/gi
const NO =
  /^\W*(?:(?:eh|meh|h+m+|u[hm]+|actually|oh)\W+)?(?:(?:no+|nope|nah)[\s,]+(?=nvm|never ?mind|forget))?(?:nvm|no+|nope|nah|not (?:now|yet|really)|no thanks?|no thank you|(?:maybe )?later|never ?mind|forget (?:it|that|about it)|skip(?: (?:it|this|that))?|pass|(?:i['’]m )?not interested|no,? gracias|ahor(?:it)?a no|todav[ií]a no)(?:[\s,.!]|thanks?|thank you|please|for now|right now|then|gracias|por ahora)*$/i
/** Matches what gives up a call for another way: `forget it, I'll call the office`. */
const GIVES_UP =
  /\b(?:nvm|never ?mind|forget (?:it|that|about it))\b.{0,40}\b(?:i['’]?ll|i will|we['’]?ll|i can) (?:just )?(?:call|phone|stop by|come by|ring|email|figure)\b/i
/** Matches what takes back a request for a call: `never mind the call`. */
const FORGETS =
  /\b(?:never ?mind|(?<!n['’]t |\bnot |\bnever )forget)(?: about)? (?:the|that|a|my) (?:\w+ )?(?:call|appointment|estimate)\b/i

const ASKS_HOURS =
  /\b(?:what|which|when|until when|how late)\b.{0,12}\b(?:do|does|are|is) (?:you|they|the office|your (?:office|store|shop|business))(?: guys)? (?:open|closed?|work)\b|\bare you(?: guys)? open\b(?!.*\d)|\b(?:do|are) you(?: guys| ever| also)? (?:open|closed|work(?:ing)?)(?: on| over| during| at)?(?: the)? (?:(?:sun|mon|tues|wednes|thurs|fri|satur)days?|week ?ends?|evenings?|nights?|holidays?)\b(?!.*\d)|\byour (?:business |office |opening )?hours\b(?!.*\d)|\b(?:abren|cierran|trabajan|atienden|est[aá]n abiertos)\b/i
const DAY =
  /(?<!\bblack )\b(?:(?:sun|mon|tues|wednes|thurs|fri|satur)days?|today|tomorrow|hoy|ma[ñn]ana|lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bados?|domingos?)(?!\p{L})/iu
/** Returns whether a text names a weekday, today, or tomorrow. */
export const namesDay = (text: string) => DAY.test(text)
/** Returns whether the visitor asks for the opening hours rather than for a call. */
export const asksHours = (text: string) => {
  const rest = text.replace(ASKS_HOURS, ' ')
  return rest !== text && !BOOKING.test(rest) && !MOVE.test(rest)
}
/** Returns whether the visitor asks for an estimate call or its available times. */
export const wantsBooking = (text: string) => BOOKING.test(text) && !declinesBooking(text) && !asksHours(text)
/** The intents of messages that turn a call down, and their least probability: `I don't want it removed` doesn't. */
const TURNS_DOWN = ['decline', 'cancel', 'by_text', 'by_email', 'by_whatsapp', 'wait']
const LEAST_TURN = 0.15
/** Returns whether the visitor asks not to book a call. */
export const declinesBooking = (text: string) =>
  (NO_BOOKING.test(text) && chanceOf(text, TURNS_DOWN) >= LEAST_TURN) ||
  FORGETS.test(text) ||
  GIVES_UP.test(text)
/** Returns whether a message only declines. */
export const saysNo = (text: string) => NO.test(text)
/** Returns whether a message only says no, without declining the call, so that another time may work. */
export const saysBareNo = (text: string) => /^\W*(?:no+|nope|nah)\W*$/i.test(text)
const LEAVES =
  /\b(?:do not|don['’]?t) cancel\b(?!.*\b(?:move|change|push|re-?schedul|switch))|\bno (?:la |lo )?cancel(?:e|en|es)\b(?!.*\b(?:mover|cambi|pas))|^\W*(?:(?:no+|ok(?:ay)?|actually|just|then|never ?mind)[\s,.]+)*(?:leave|keep) (?:it|that|the (?:old|original|first) (?:one|time))(?: (?:as(?: it)? is|there|the same|then|please))*\W*$|^\W*(?:(?:no+|actually|never ?mind|wait)[\s,.]+)+it['’]?s (?:fine|ok(?:ay)?|good)(?: as it is)?\W*$|^\W*(?:no[\s,.]+)*d[eé]jel[ao](?: as[ií])?\W*$/i
const RETURNS =
  /\b(?:back to|keep|leave|stick (?:with|to)|stay (?:with|on)|was (?:better|fine|good|ok|okay))\b/i
/** Returns whether the visitor returns to an earlier time. */
export const returnsTo = (text: string) => RETURNS.test(text)
/** Returns whether a visitor answers that they want neither of two things: `neither, keep it`. */
export const wantsNeither = (text: string) => /^\W*(?:(?:no|oh),? )?(?:neither|none|ningun[oa])\b/i.test(text)
const OTHER_TIME =
  /^\W*(?:no,? )?(?:(?:en|para|mejor) )?(?:otr[oa]s?|another|(?:an? |some )?(?:other|different))(?: (?:dias?|horas?|horarios?|fechas?|days?|times?|dates?|ones?))?(?:[\s,.!]|please|thanks|por favor|gracias)*$/iu
/** Returns whether an answer to offered times only asks for others: `ninguno`, `otro día`. */
export const wantsOther = (text: string) =>
  OTHER_TIME.test(text.normalize('NFD').replace(/\p{M}/gu, '')) ||
  /^\W*(?:no,? )?(?:neither|ningun[oa])(?: (?:works?|me sirve))?(?:[\s,.!]|sorry|thanks|gracias)*$/i.test(
    text,
  )
/** Returns whether a visitor with a booked call keeps it unchanged. */
export const leavesCall = (text: string) => LEAVES.test(text)
const HELD_UP =
  /\bsomething(?:['’]?s| has)? (?:came|come|popped) up\b|\brunning (?:a (?:bit|little) )?(?:late|behind)\b|\b(?:got|stuck) (?:called in|held up|at work|in traffic)\b|\bsurgi[oó] algo\b/i
/** Returns whether a visitor with a booked call says only that something else came up. */
export const isHeldUp = (text: string) => HELD_UP.test(text)
/** Returns whether the visitor wants to move a booked call. `namesTime` is whether the text contains a time. */
export const wantsToMove = (text: string, namesTime: boolean) =>
  MOVE.test(text) || (namesTime && INSTEAD.test(text))
const OF_CALLING =
  /\b(?:call|phone|ring|reach) (?:me|us)\b|\b(?:for|to) (?:the|a|my|our|your) (?:phone )?call\b|\b(?:can|could|able to) (?:only )?(?:talk|speak|take (?:a |the |your )?calls?)\b|\bcalls? (?:only )?(?:before|after|between)\b|\b(?:best|good|better|great) (?:times?|days?) (?:for (?:me|us) )?to (?:talk|speak|call|reach)\b|\bll[aá]m(?:en?me|ar?me|arnos)(?!\p{L})|\bme\b.{0,15}\bllam(?:ar|en?)\b/iu
/** Returns the sentences of a message that mention a call to the visitor. */
export const ofCalling = (text: string) =>
  sentencesIn(text)
    .filter((sentence) => OF_CALLING.test(sentence))
    .join(' ')
const DROPS =
  /\b(?:do not|don['’]?t|no longer) (?:need|want) (?:the|that|this|a|any|your|my) (?:call|appointment|estimate|visit)\b|\b(?:do not|don['’]?t) call (?:me|us)\b(?! (?:before|after|until|till|unless|between|from|at|on|in|during|this|too|so|earlier|later|to(?:day|morrow|night)|(?:sun|mon|tues|wednes|thurs|fri|satur)days?)\b)|\b(?:do not|don['’]?t) need (?:it|this|that|you(?: guys)?) any ?(?:more|longer)\b|\bno longer need (?:it|this|that|you)\b|\b(?:not|no longer) interested\b|\bfound (?:someone|somebody|another (?:company|guy|one)|a different)\b|\bya no (?:la |lo )?(?:quiero|necesito|me interesa|hace falta)\b|\bno me llam(?:e|en|es)\b(?! (?:antes|despu[eé]s|hasta|entre|en|por|a las?|el|los|hoy|mañana|al)(?!\p{L}))/iu
/** Returns whether a visitor with a booked call no longer needs it. */
export const dropsCall = (text: string) => DROPS.test(text) || FORGETS.test(text)
const ASKS_WHEN =
  /\bis (?:[\p{L}\d:]+ ){1,3}still (?:good|on|ok(?:ay)?|happening)\b|\b(?:is|was) (?:it|that|the call|my call) (?:at|on|for) (?:the )?(?:\d|(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*\b)|\bwhen (?:are|is|will) (?:you|they|someone|somebody) (?:going to |gonna )?call(?:ing)?\b|\bsigue en pie\b|\b(?:confirm(?:ing)?|check(?:ing)?(?: on)?|double[- ]check(?:ing)?|verify(?:ing)?)\b.{0,8}\b(?:my|our|the) (?:\w+ ){0,2}?(?:calls?|appointments?|bookings?|time)\b|\b(?:are we|is (?:it|that|this|(?:my|our|the) (?:\w+ )?(?:call|appointment))) still (?:on|good|happening|scheduled|set)\b|\bconfirmar (?:mi|la|nuestra) (?:cita|llamada)\b|\b(?:is it|is that|is my \w+|am i|are we) (?:booked|set|confirmed|scheduled)\b|\bwhen(?:['’]?s| is| was) (?:it|my|the|that|our) ?(?:call|appointment|estimate|booking|again|\?|$)|\bwhat (?:time|day) (?:is|was) (?:it|that|this|my|the|our)\b|\b(?:when|what (?:time|day)) did (?:we|you|i) (?:say|agree|pick|book|set|decide)\b|\b(?:when|what (?:time|day)) (?:it|that|this|(?:my|the|our|that|this) (?:\w+ )?(?:call|appointment|estimate|booking)) (?:is|was)\b|\bdid you (?:\w+ )?(?:book|schedule) (?:it|that|this|me|(?:my|the) (?:call|appointment|estimate))\b|\bdid (?:it|that|my \w+|the \w+) (?:\w+ )?(?:get (?:booked|scheduled|confirmed)|go through)\b|\b(?:a qu[eé] hora|(?:para )?cu[aá]ndo|(?:para )?qu[eé] d[ií]a) (?:(?:es|era|tengo|ser[aá])(?: (?:mi|la|nuestra)\b|\s*\?*$)|(?:me )?qued(?:ó|o|é|e|amos)(?!\p{L}))/iu
/** Returns whether a visitor asks for the time of the booked call. */
export const asksWhen = (text: string) => ASKS_WHEN.test(text)
const MAY_CHANGE =
  /\b(?:can|could|may) i (?:still |always |ever )?(?:cancel|move|change|reschedule)\b.{0,25}\b(?:later|if|any ?time|before)\b|\bwhat if i (?:need|have|want) to (?:cancel|move|change|reschedule)\b|\bpuedo (?:cancelar|cambiar)(?:la|lo)? (?:despu[eé]s|si|antes)(?!\p{L})/iu
/** Returns whether a visitor asks if a call can change later: `can I cancel later if I need to?` */
export const asksToChangeLater = (text: string) => MAY_CHANGE.test(text)
const saysToCancel = (text: string) =>
  (CANCEL.test(text) || CANNOT.test(text)) && !ASKS_TO_CANCEL.test(text) && !CANCELS_OTHER.test(text)
/** Returns whether the visitor wants to cancel a booked call, even if the message also asks a question about that. */
export const wantsToCancel = (text: string) =>
  saysToCancel(text) || saysToCancel(text.replace(/[^.!?]*\?/g, ' '))
/** Returns whether the visitor can't make it, and doesn't mention canceling. */
export const cannotCome = (text: string) => CANNOT.test(text) && !CANCEL.test(text)
/** Returns whether a cancellation refers to a call rather than to something else such as a contract. */
export const isAboutCall = (text: string) => OF_CALL.test(text)
/** Matches a question about one day: `is Saturday the 13th available?` */
const ONE_DAY =
  /^\W*is (?:the )?(?:\d|(?:this |next )?(?:sun|mon|tue|wed|thu|fri|sat)(?:[a-z]*day)?\b|today|tomorrow).*\b(?:available|free|possible|ok(?:ay)?|good)\b/i
/** Returns whether a question asks which times are free without choosing one. */
export const asksWhatIsFree = (text: string) => OPEN_QUESTION.test(text) && !ONE_DAY.test(text)

/** The intents of a question about the times on offer, and the least probability of these or of a wish for a call. */
const OF_TIMES = ['book', 'other_time', 'repeat']
const LEAST_OF_TIMES = 0.6
/** Returns whether a visitor to whom times are offered asks which they are. */
export const asksForTimes = (text: string) =>
  chanceOf(text, isQuestion(text) ? OF_TIMES : ['book']) >= LEAST_OF_TIMES

/** Matches a day or time at the beginning of an answer: `11 is fine`, `ok Tuesday at 11 works`. */
const STATED_TIME =
  /^(\W*(?:(?:oh|yes|yeah|ok(?:ay)?|great|perfect)[\s,.!]+)*)(?=\S+)(?:(?:(?:on )?(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*|tomorrow|today)\b(?: at)? ?)?(?:(?:1[0-2]|[1-9])(?::[0-5]\d)?(?: ?[ap]\.?m\.?)?(?![\w:]) ?)?(?=is|works?|would|sounds|will)/i
/** Matches a day or time that a visitor takes: `let's go with 3`, `I'll take Tuesday at 11`. */
const TAKEN_TIME =
  /(?<=\b(?:let['’]?s (?:do|go with)|i['’]?ll take|book) )(?:(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*|tomorrow|today|(?:at )?(?:1[0-2]|[1-9])(?::[0-5]\d)?(?: ?[ap]\.?m\.?)?(?![\w:])|\s|at\b)+(?<=\S)/i
/** Matches a day or time before a yes: `today at 2, yes`. */
const TIME_AND_YES =
  /^\W*(?:(?:on |at )?(?:(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*|tomorrow|today|(?:1[0-2]|[1-9])(?::[0-5]\d)?(?: ?[ap]\.?m\.?)?)[\s,.]+)+(?=(?:yes|yeah|yep|yup|ok(?:ay)?|please|perfect|s[ií])(?!\p{L}))/iu
/** Returns a message with a pronoun in place of the accepted time: `11 is fine` becomes `it is fine`. */
export const withoutTime = (text: string) =>
  (text.includes('?') ? text : text.replace(TIME_AND_YES, ''))
    .replace(STATED_TIME, '$1it ')
    .replace(TAKEN_TIME, 'it')

/** Returns whether a yes comes with a request for the team: `sounds good but can you text before`. */
export const hasReminder = (text: string) => REMINDER.test(text)

/** Returns whether a message has a condition, a doubt, or another request. */
export const hasReservation = (text: string) => RESERVED.test(text)

/** Returns whether a part of a message is a clear yes on its own, even beside others that say something else. */
export const agreesSurely = (text: string) => CERTAIN_YES.test(text) && !RESERVED.test(text)

/** Returns whether a message is a clear yes to a proposed time: no condition, doubt, or other request. */
export function agrees(text: string): boolean {
  const said = text.replace(NO_MATTER, ' ').replace(REMINDER, '')
  return !RESERVED.test(said) && (CERTAIN_YES.test(said) || SHORT_YES.test(said))
}

/** Returns what a visitor writes about a visit as if it were about a call, which the intents know. */
export const inWordsOfCalls = (text: string) =>
  text.replace(/\bvisits?\b/gi, 'call').replace(/\bvisitas?\b/gi, 'llamada')
