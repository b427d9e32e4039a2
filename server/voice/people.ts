import type { Profile } from '../../src/contract/profile.ts'
import { isOpen } from '../../src/domain/settings/business-hours.ts'
import type { Business } from '../agent/state.ts'
import { toE164 } from '../notifications/planning.ts'
import { mayBeTexted } from '../notifications/texted-countries.ts'
import { attributes } from './relay-twiml.ts'

/** How long a person's phone rings: about four times. */
const RING_SECONDS = 20

/** The numbers that take part in a call; a call to one of them would return here. */
interface Parties {
  from: string | null
  to: string
}

/**
 * Returns the number (E.164) of the person who takes calls; null if there is none, or if calling it would cost much, or
 * would lead back here.
 */
export function personNumber(
  { transfer_phone: given, phone }: Pick<Profile, 'transfer_phone' | 'phone'>,
  { from, to }: Parties,
): string | null {
  const number = given ? toE164(given) : null
  const own = toE164(phone)
  if (number === null || number === from || number === to || number === own) return null
  return mayBeTexted(number, own) ? number : null
}

/** Returns whether a person's phone rings before the agent answers. */
export function ringsFirst(
  { ring_first: when }: Pick<Profile, 'ring_first'>,
  business: Business,
  now: Date,
): boolean {
  return when === 'always' || (when === 'open' && isOpen(business, now))
}

/** Where the carrier asks what to do while a person's phone rings. */
interface Addresses {
  /** Once it has stopped ringing. */
  action: string
  /** Once it is picked up. */
  whisper: string
}

/** Returns the instructions that call a person. Who picks up must press a key, because voicemail picks up, too. */
export const dialTwiml = (number: string, { action, whisper }: Addresses): string =>
  `<Dial${attributes({ action, method: 'POST', timeout: String(RING_SECONDS), answerOnBridge: 'true' })}>` +
  `<Number${attributes({ url: whisper, method: 'POST' })}>${number}</Number></Dial>`
