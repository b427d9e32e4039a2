import { type Caller, placeCall } from '../../dev/post/calls.ts'
import { OWN_TWILIO } from '../../dev/post/texts.ts'
import { CALL_PATH, SMS_INBOUND_PATH } from '../../server/notifications/channels/paths.ts'
import { mergeProfile } from '../../server/profiles/stored-profile.ts'
import type { VoiceTimes } from '../../server/voice/line.ts'
import { GREEN } from './api.ts'
import { type PostedServer, postedServer } from './post.ts'

/** The number of the demo business, at its own account. */
export const OWN_NUMBER = OWN_TWILIO.numbers[0]

export interface VoiceServer extends PostedServer {
  /** Calls the demo business. */
  dial(phone: string, more?: Readonly<Record<string, string>>): Promise<Caller>
}

/** The times of a call in which nobody waits for the agent to finish, and the caller may be silent for a minute. */
export const QUICK: Partial<VoiceTimes> = { silence: 60_000, pause: 1, word: 1 }

/** Starts the real application, with a number of the demo business whose calls the agent answers. */
export async function voiceServer(voiceTimes: Partial<VoiceTimes> = {}): Promise<VoiceServer> {
  const server = await postedServer({ voiceTimes: { ...QUICK, ...voiceTimes } })
  await answersCalls(server)
  return {
    ...server,
    dial: (phone, more) => placeCall(server.post.texts, phone, { to: OWN_NUMBER }, more),
  }
}

/** Connects the demo business's own number, and lets the agent answer its calls. */
export async function answersCalls({ deps, post, origin, clock }: PostedServer): Promise<void> {
  const { db, secrets } = deps
  const number = post.texts.numbers.find(({ phone_number }) => phone_number === OWN_NUMBER)
  if (!number || !secrets) throw new Error('There is no number')
  Object.assign(number, { sms_url: `${origin}${SMS_INBOUND_PATH}`, voice_url: `${origin}${CALL_PATH}` })
  await db
    .insertInto('own_numbers')
    .values({
      organization_id: GREEN,
      phone: OWN_NUMBER,
      account_sid: OWN_TWILIO.accountSid,
      number_sid: number.sid,
      sealed: secrets.seal(OWN_TWILIO.authToken, `own_numbers:${GREEN}`),
      connected_at: clock.now(),
      trouble: null,
      last_text_at: null,
      last_call_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await mergeProfile(db, GREEN, { answers_calls: true }, clock.now())
}
