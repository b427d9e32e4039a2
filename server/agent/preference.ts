/** The ways of contact that a visitor can prefer to calls. */
export const PREFERENCES = ['email', 'whatsapp', 'text'] as const
export type Preference = (typeof PREFERENCES)[number]

/** The notes for the owner. */
export const PREFERENCE_NOTES: Readonly<Record<Preference, string>> = {
  email: 'Prefers email to calls',
  whatsapp: 'Prefers WhatsApp to calls',
  text: 'Prefers text messages to calls',
}

const WAYS: readonly (readonly [Preference, string])[] = [
  ['email', '(?:e-?mails?|correos?(?: electr[oó]nicos?)?)'],
  ['whatsapp', '(?:whats ?app|wasap)'],
  ['text', '(?:texts?|texting|text messages?|sms|mensajes?(?: de texto)?)'],
]
/** Matches requests not to be called. */
const NO_CALLS =
  /\bnot? (?:phone )?calls?\b(?! (?:before|after|until|till|on|at \d|between|during|from|yet|back)\b)|\b(?:do not|don['’]?t|can(?:no|['’]?)t|never|rather not|hate to|stop|without) (?:please )?(?:call(?:ing)?|phone|take (?:any )?(?:phone )?calls|do (?:phone )?calls|talk on the phone)\b(?: me)?(?! (?:before|after|until|till|on|at \d|between|during|from|back)\b)|\bsin llamadas\b|\bno (?:me )?llam(?:en?|adas)(?!\p{L})(?! (?:antes|despu[eé]s|hasta|entre|por|a las?)(?!\p{L}))|\binstead of (?:a (?:phone )?call|calling)\b/iu

const wishFor = (way: string) =>
  new RegExp(
    [
      `(?<!\\byou )\\b(?:prefer|rather|prefiero|mejor)(?: (?:to|be|get|use|communicate|contact(?:ed)?|an?|by|via|over|through|if|that|you|they|it|just|have|everything|all|in|me|que|un|el|por|escriban|manden|contacten))* ${way}(?! address)\\b`,
      `\\b(?:best|better|only|just|solo|sólo|solamente)(?: (?:is|by|via|over|through|to|use|reach|contact|send|me|an?|please|por|un))* (?<!\\b(?:my|the|your|mi) (?:best|only) )${way}(?: me)?(?! address|:? \\S+@| (?:me )?(?:when|before|if|is)\\b)\\b`,
      `\\b(?:write|talk|communicate|chat)(?: (?:to me|me|you))? (?:by|via|over|through|per) ${way}(?! address)\\b|\\b${way} instead of (?:an? |the )?(?:phone )?call`,
      `^\\W*(?:(?:ok(?:ay)?|fine|sure|then)[\\s,]+)*${way} then\\b`,
      `\\b${way}(?: me)?,? (?:please )?(?:(?:is|would be|works|es)(?: (?:the|much|always|lo))* (?:best|better|easiest|easier|mejor)|only|instead|nada m[aá]s|solamente)\\b(?! (?:of|when|if|before)\\b)`,
    ].join('|'),
    'iu',
  )
const WISHES = WAYS.map(([way, words]) => [way, wishFor(words)] as const)
const MENTIONS = [
  ...WAYS.map(([way, words]) => [way, new RegExp(`\\b${words}\\b(?! address)`, 'iu')] as const),
  ['email', /@/] as const,
]

/**
 * Returns how a visitor wants to be contacted instead of by phone; null if the message doesn't say. A visitor who only
 * refuses calls keeps the way that they have named before.
 */
export function preferenceIn(text: string, before: Preference | null = null): Preference | null {
  const refuses = NO_CALLS.test(text)
  const named = [...WISHES, ...(refuses ? MENTIONS : [])].find(([, pattern]) => pattern.test(text))
  return named?.[0] ?? (refuses ? before : null)
}
