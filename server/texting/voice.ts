import type { Context } from 'hono'
import { getPhoneLine } from '../../src/contract/phone.ts'
import { type Api, mount } from '../http/mount.ts'
import { readSignedForm } from '../notifications/signed-form.ts'
import { escapeXml, sendTwiml } from '../notifications/twiml.ts'
import { readPhoneLine, takeMissedCall } from './missed-calls.ts'

export const CALL_PATH = '/api/v1/voice/inbound'

const E164 = /^\+[1-9]\d{6,14}$/
const numberIn = (text = '') => (E164.test(text) ? text : '')
/** What Twilio reports of a number that its network did not sign validly (https://www.twilio.com/docs/voice/trusted-calling-with-shakenstir). */
const FAILED = /^TN-Validation-Failed/i

/** Mounts Twilio's webhook of calls to this server's number, which are calls that businesses have missed. */
export function mountMissedCalls(api: Api): void {
  const { app, deps } = api

  app.post(CALL_PATH, async (c) => {
    const { CallSid: sid = '', From, ForwardedFrom, StirVerstat = '' } = await readSignedForm(c, deps)
    if (sid === '') return refuse(c)
    const taken = await takeMissedCall(deps, {
      sid,
      from: numberIn(From),
      forwardedFrom: numberIn(ForwardedFrom),
      isTrusted: !FAILED.test(StirVerstat),
    })
    if (taken === null) return refuse(c)
    const promise = taken.isTexted ? ' We will text you.' : ' Please call again later.'
    const said = `Thank you for calling ${taken.business}. Nobody can take your call right now.${promise}`
    return sendTwiml(c, `<Say>${escapeXml(said)}</Say><Hangup/>`)
  })

  mount(api, getPhoneLine, ({ organizationId }) => readPhoneLine(deps, organizationId))
}

/** Refuses a call, which then costs nothing. */
const refuse = (c: Context) => sendTwiml(c, '<Reject/>')
