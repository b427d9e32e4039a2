import { PREFERENCES, type Preference } from '../../src/domain/leads/agent-notes.ts'
import { wantsNoContact } from './no-contact.ts'
import { chanceOf } from './understand/likelihoods.ts'

/** Matches what names each way of contact. */
const MENTIONS: readonly (readonly [Preference, RegExp])[] = [
  ['email', /\b(?:e-?mails?|correos?)\b(?! address)|@/iu],
  ['whatsapp', /\b(?:whats ?app|wasap)\b/iu],
  ['text', /\b(?:texts?|texting|sms|mensajes?)\b/iu],
]
/** Matches requests not to be called. */
const NO_CALLS =
  /\bnot? (?:phone )?calls?\b(?! (?:before|after|until|till|on|at \d|between|during|from|yet|back)\b)|\b(?:do not|don['’]?t|can(?:no|['’]?)t|never|rather not|hate to|stop|without) (?:please )?(?:call(?:ing)?|phone|take (?:any )?(?:phone )?calls|do (?:phone )?calls|talk on the phone)\b(?: me)?(?! (?:before|after|until|till|on|at \d|between|during|from|back)\b)|\bsin llamadas\b|\bno (?:me )?llam(?:en?|adas)(?!\p{L})(?! (?:antes|despu[eé]s|hasta|entre|por|a las?)(?!\p{L}))|\b(?:instead of|better than|easier than|rather than) (?:a (?:phone )?call|calls?|calling)\b/iu

/** The least probability that a part of a message asks for a call. */
const LEAST_CALL = 0.3

/** The least probability that a part of a message asks for a way of contact. */
const LEAST = 0.6
/** Matches what turns a way of contact down, or leaves it open. */
const TURNED = /\b(?:no|not|neither|nor|never|none|without|either|or|ni|tampoco|sin)\b|n['’]?t\b/iu
const PARTS = /[.!?;\n]+(?=\s|$)|,\s/

/** Returns the way of contact that a visitor asks for, as learned from the examples. */
function wished(text: string): Preference | null {
  const parts = [text, ...text.split(PARTS)].map((part) => part.trim()).filter(Boolean)
  const asking = parts.filter((part) => !TURNED.test(part) || NO_CALLS.test(part))
  const found = asking.flatMap((part) =>
    PREFERENCES.map((way) => ({ way, chance: chanceOf(part, [`by_${way}`]) })),
  )
  const [best] = found.toSorted((a, b) => b.chance - a.chance)
  return best && best.chance >= LEAST ? best.way : null
}

const asksForCall = (text: string) =>
  text
    .split(PARTS)
    .some((part) => chanceOf(part.replace(/^.*\bbut\b/i, '').trim(), ['call_me']) >= LEAST_CALL)

/**
 * Returns how a visitor wants to be contacted instead of by phone; null if the message doesn't say. A visitor who only
 * refuses calls keeps the way that they have named before.
 */
export function preferenceIn(text: string, before: Preference | null = null): Preference | null {
  const way = wished(text)
  // `My email is …, but call`, but not `nobody needs to call, email me`
  const isOfWay = way !== null && chanceOf(text, [`by_${way}`]) >= LEAST
  if (way && !isOfWay && !NO_CALLS.test(text) && asksForCall(text)) return null
  if (way || !NO_CALLS.test(text) || wantsNoContact(text)) return way
  return MENTIONS.find(([, pattern]) => pattern.test(text))?.[0] ?? before
}

/** Returns the way of contact to which a visitor comes back who has asked for it before: `can they not just text me`. */
export function prefersStill(
  { prefers, declined }: { prefers: Preference | null; declined: readonly string[] },
  text: string,
): Preference | null {
  if (!prefers || !declined.includes('slot')) return null
  return chanceOf(text, ['by_text', 'by_email', 'by_whatsapp']) >= LEAST ? prefers : null
}
