import type { Context } from 'hono'
import { checkNumber, connectNumber, disconnectNumber, getPhoneLine } from '../../src/contract/phone.ts'
import { type Api, mount } from '../http/mount.ts'
import { requireSecrets } from '../http/not-configured.ts'
import { CALL_PATH } from '../notifications/channels/paths.ts'
import { readSignedForm, type SignedForm } from '../notifications/signed-form.ts'
import { escapeXml, sendTwiml } from '../notifications/twiml.ts'
import { connect, disconnect, noteCall, problemsOf } from './connected-number.ts'
import { type MissedCall, readPhoneLine, takeMissedCall } from './missed-calls.ts'

const E164 = /^\+[1-9]\d{6,14}$/
const numberIn = (text = '') => (E164.test(text) ? text : '')
/** What Twilio reports of a number that its network did not sign validly (https://www.twilio.com/docs/voice/trusted-calling-with-shakenstir). */
const FAILED = /^TN-Validation-Failed/i

/** Returns the call that a webhook is about. */
export const callIn = ({ form, own }: SignedForm): MissedCall => ({
  sid: form.CallSid ?? '',
  from: numberIn(form.From),
  to: numberIn(form.To),
  forwardedFrom: numberIn(form.ForwardedFrom),
  isTrusted: !FAILED.test(form.StirVerstat ?? ''),
  owner: own?.organization_id ?? null,
})

/**
 * Mounts Twilio's webhook of calls to this server's number and to those of businesses, which are calls that nobody has
 * answered, and the endpoints for a business's own number. `answer` returns the TwiML with which the agent answers a
 * call, or null.
 */
export function mountMissedCalls(api: Api, answer: (call: MissedCall) => Promise<string | null>): void {
  const { app, deps } = api

  app.post(CALL_PATH, async (c) => {
    const { form, own } = await readSignedForm(c, deps, 'To')
    const call = callIn({ form, own })
    if (call.sid === '') return refuse(c)
    if (own) await noteCall(deps, own)
    const answered = await answer(call)
    if (answered !== null) return sendTwiml(c, answered)
    const taken = await takeMissedCall(deps, call)
    if (taken === null) return refuse(c)
    const promise = taken.isTexted ? ' We will text you.' : ' Please call again later.'
    const said = `Thank you for calling ${taken.business}. Nobody can take your call right now.${promise}`
    return sendTwiml(c, `<Say>${escapeXml(said)}</Say><Hangup/>`)
  })

  mount(api, connectNumber, async ({ organizationId, body }) => {
    await connect({ ...deps, secrets: requireSecrets(deps, 'own_numbers') }, organizationId, body)
    return readPhoneLine(deps, organizationId)
  })
  mount(api, checkNumber, async ({ organizationId }) => ({
    problems: await problemsOf(deps, organizationId),
  }))
  mount(api, disconnectNumber, ({ organizationId }) => disconnect(deps, organizationId))
  mount(api, getPhoneLine, ({ organizationId }) => readPhoneLine(deps, organizationId))
}

/** Refuses a call, which then costs nothing. */
const refuse = (c: Context) => sendTwiml(c, '<Reject/>')
