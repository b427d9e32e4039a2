import { upgradeWebSocket } from '@hono/node-server'
import type { Context } from 'hono'
import { readState } from '../agent/state.ts'
import type { Language } from '../base/catalogue.ts'
import { failureForLog } from '../base/log.ts'
import { continueFor } from '../base/on-behalf.ts'
import { parseJson } from '../base/parse-json.ts'
import { HttpError } from '../http/http-error.ts'
import type { Api } from '../http/mount.ts'
import { createLimiter, secondsToWait } from '../http/rate-limit.ts'
import type { Deps } from '../kernel/deps.ts'
import { ownNumberOf } from '../notifications/channels/own-number.ts'
import {
  ACCEPT_PATH,
  DIALED_PATH,
  RELAY_ENDED_PATH,
  RELAY_PATH,
  WHISPER_PATH,
} from '../notifications/channels/paths.ts'
import { isSignedBy, openedAccount, readAccountForm, readSignedForm } from '../notifications/signed-form.ts'
import { escapeXml, sendTwiml } from '../notifications/twiml.ts'
import { readGoLive } from '../organizations/go-live.ts'
import { businessForVisitor } from '../profiles/business.ts'
import { readProfile } from '../profiles/stored-profile.ts'
import { isBlocked } from '../texting/blocked.ts'
import { connectedLine, type MissedCall } from '../texting/missed-calls.ts'
import { callIn } from '../texting/voice.ts'
import { readCallState } from './call-state.ts'
import {
  type Call,
  callOfTicket,
  newTicket,
  openCall,
  saveDrop,
  startCall,
  type Ticket,
  useTicket,
} from './calls.ts'
import { endCall } from './end-call.ts'
import { finishCall } from './finish.ts'
import { frameOf } from './frames.ts'
import { type Ending, Line, VOICE_TIMES, type VoiceTimes } from './line.ts'
import { dialTwiml, personNumber, ringsFirst } from './people.ts'
import { attributes, relayAddress, relayTwiml, sayAndHangUp } from './relay-twiml.ts'
import { endTestCall, mayConnect, mountTestCalls } from './test-calls.ts'
import { SPOKEN, sayOnPhone } from './texts.ts'
import { noteAccepted, noteUntaken, transferNumber, whisperOf } from './transfer.ts'

/** How many calls from a number the agent answers in a day. */
const CALLS_PER_NUMBER = { points: 30, duration: 86_400 }
/** How often a line that drops is connected again. */
const MOST_DROPS = 3
/** The most names that speech recognition is told to expect. */
const MOST_HINTS = 50

/** Answers a call, after a person's phone has rung if `rings`. */
type Answer = (call: MissedCall, options?: { rings: boolean }) => Promise<string | null>

/**
 * Returns a function that answers a call if its business wants the agent to: it returns the TwiML that connects the
 * call, first with a person if the business wants that, or null if the call stays unanswered. Answering the same call
 * again continues it.
 */
export function callAnswerer(deps: Deps): Answer {
  const perNumber = createLimiter(deps, 'calls_per_number', CALLS_PER_NUMBER)
  return async (call, { rings } = { rings: true }) => {
    const { sid, from, to, isTrusted, owner } = call
    const profile = await answeringProfile(deps, call)
    if (!profile) return null
    const organizationId = profile.organization_id
    continueFor(organizationId)
    const known = await openCall(deps.db, sid)
    if (!known && rings) {
      if ((await secondsToWait(perNumber, from || 'hidden')) !== null) {
        deps.log.warn({ organizationId }, 'a number has called too often today')
        return null
      }
      const person = personNumber(profile, { from, to })
      const now = deps.clock()
      const business = await businessForVisitor(deps.db, { organizationId, isTest: false }, now)
      if (person && ringsFirst(profile, business, now)) return dialed(deps, person)
    }
    const ticket = await startCall(deps, {
      id: sid,
      organizationId,
      phone: isTrusted && from !== '' ? from : null,
      number: to,
      isOwn: owner !== null,
    })
    const { last } = readCallState(ticket.call.state)
    return twimlFor(deps, ticket, last?.text ?? null)
  }
}

/** Returns the settings of the business whose agent answers a call; null if none does. */
async function answeringProfile({ db, config, clock }: Deps, { owner, forwardedFrom, from }: MissedCall) {
  const organizationId = owner ?? (await connectedLine(db, forwardedFrom))
  if (organizationId === null) return null
  const profile = await readProfile(db, organizationId)
  if (!profile.answers_calls || isBlocked(profile, from)) return null
  const { isLive } = await readGoLive(db, config, organizationId, clock())
  return isLive ? { ...profile, organization_id: organizationId } : null
}

/** Returns the TwiML that calls a person. */
function dialed({ config }: Deps, person: string): string {
  const { api } = config.origins
  return dialTwiml(person, { action: `${api}${DIALED_PATH}`, whisper: `${api}${WHISPER_PATH}` })
}

/** Returns the TwiML that connects a call. Without a greeting, the agent speaks first on the socket. */
async function twimlFor(deps: Deps, { call, ticket }: Ticket, greeting: string | null): Promise<string> {
  const { api } = deps.config.origins
  const { name, agentName, services } = await businessForVisitor(
    deps.db,
    { organizationId: call.organization_id, isTest: false },
    deps.clock(),
  )
  return relayTwiml({
    url: `${relayAddress(api)}/${ticket}`,
    action: `${api}${RELAY_ENDED_PATH}`,
    greeting,
    language: SPOKEN[await languageOf(deps, call)],
    hints: [name, agentName, ...services].slice(0, MOST_HINTS),
  })
}

async function languageOf({ db }: Deps, { conversation_id: id }: Call): Promise<Language> {
  const row = await db.selectFrom('conversations').select('state').where('id', '=', id).executeTakeFirst()
  return readState(row?.state).language
}

/**
 * Mounts the socket over which the carrier relays answered calls, and the webhook that reports its end. A connection must
 * show the token of a call, which counts once, in an address that the account of the call's number has signed; that of
 * a test, from the console.
 */
export function mountVoice(api: Api, answer: Answer, times: Partial<VoiceTimes> = {}): void {
  const { app, deps } = api
  mountTransfers(api, answer)
  mountTestCalls(api)
  app.get(
    `${RELAY_PATH}/:ticket`,
    async (c, next) => {
      if (c.req.header('upgrade')?.toLowerCase() !== 'websocket') throw new HttpError(404, 'Not found')
      await next()
    },
    upgradeWebSocket(async (c) => {
      const { call, connection } = await admit(c, deps)
      let line: Line | null = null
      return {
        onOpen: (_, socket) => {
          line = new Line(
            deps,
            call,
            connection,
            { ...VOICE_TIMES, ...times },
            {
              send: (order) => socket.send(frameOf(order)),
              close: (code) => socket.close(code),
            },
          )
        },
        onMessage: ({ data }) => {
          if (typeof data === 'string') line?.receive(data)
        },
        onClose: () => {
          line?.close()
          if (call.is_test) hangUpTest(deps, call, line)
        },
      }
    }),
  )

  app.post(RELAY_ENDED_PATH, async (c) => {
    const { form } = await readSignedForm(c, deps, 'To')
    const call = await openCall(deps.db, form.CallSid ?? '')
    if (!call) return sendTwiml(c, '<Hangup/>')
    continueFor(call.organization_id)
    if (form.SessionStatus === 'failed' && form.CallStatus !== 'completed') {
      const dropped = await saveDrop(deps, call, MOST_DROPS)
      if (dropped) return sendTwiml(c, await twimlFor(deps, await newTicket(deps, dropped), null))
    }
    if (endingIn(form.HandoffData) === 'person' && form.CallStatus !== 'completed') {
      const person = await transferNumber(deps, call)
      return sendTwiml(c, person ? dialed(deps, person) : await backToAgent(deps, call))
    }
    const language = await languageOf(deps, call)
    await endCall(deps, call, secondsIn(form.SessionDuration))
    const hasFailed = form.SessionStatus === 'failed' || endingIn(form.HandoffData) === 'failed'
    return sendTwiml(c, sayAndHangUp(hasFailed ? sayOnPhone(language, 'failed') : '', SPOKEN[language]))
  })
}

/** Returns the TwiML with which the agent continues a call that nobody has taken; it hangs up if the call is over. */
async function backToAgent(deps: Deps, call: Call): Promise<string> {
  const untaken = await noteUntaken(deps, call)
  return untaken ? twimlFor(deps, await newTicket(deps, untaken), null) : '<Hangup/>'
}

/** Mounts the webhooks of a call to a person, who must press a key to take it. */
function mountTransfers({ app, deps }: Api, answer: Answer): void {
  app.post(WHISPER_PATH, async (c) => {
    const form = await readAccountForm(c, deps)
    const call = await callOfAccount(deps, form)
    const about = call ? await whisperOf(deps, call) : 'A call for your business.'
    const accept = attributes({
      action: `${deps.config.origins.api}${ACCEPT_PATH}`,
      method: 'POST',
      numDigits: '1',
      timeout: '8',
    })
    const said = `<Say>${escapeXml(`${about} Press 1 to take it.`)}</Say>`
    return sendTwiml(c, `<Gather${accept}>${said}</Gather><Hangup/>`)
  })

  app.post(ACCEPT_PATH, async (c) => {
    const form = await readAccountForm(c, deps)
    if (form.Digits !== '1') return sendTwiml(c, '<Hangup/>')
    const call = await callOfAccount(deps, form)
    if (call) await noteAccepted(deps, call)
    return sendTwiml(c)
  })

  app.post(DIALED_PATH, async (c) => {
    const signed = await readSignedForm(c, deps, 'To')
    const { form } = signed
    const call = await openCall(deps.db, form.CallSid ?? '')
    const isTaken =
      form.DialCallStatus === 'completed' &&
      form.DialBridged !== 'false' &&
      (call === null || readCallState(call.state).transfer === 'accepted')
    const isOver = isTaken || form.CallStatus === 'completed'
    if (!call)
      return sendTwiml(c, (isOver ? null : await answer(callIn(signed), { rings: false })) ?? '<Hangup/>')
    continueFor(call.organization_id)
    if (!isOver) return sendTwiml(c, await backToAgent(deps, call))
    if (!isTaken) await noteUntaken(deps, call)
    await finishCall(deps, call, null)
    return sendTwiml(c, '<Hangup/>')
  })
}

/** Returns the call that a person is called for, if the account that names it is that of its number. */
async function callOfAccount(deps: Deps, form: Record<string, string>): Promise<Call | null> {
  const call = await openCall(deps.db, form.ParentCallSid ?? '')
  if (!call) return null
  const own = call.is_own ? await ownNumberOf(deps.db, call.organization_id) : null
  const account = call.is_own ? own?.account_sid : deps.config.sms?.accountSid
  return account === form.AccountSid ? call : null
}

const secondsIn = (text = ''): number | null => (/^\d{1,6}$/.test(text) ? Number(text) : null)

function endingIn(data = ''): Ending | null {
  const { reason } = Object(parseJson(data)) as { reason?: unknown }
  return reason === 'silence' || reason === 'failed' || reason === 'person' ? reason : null
}

/** Ends a test once what was received is handled. If that fails, the call ends like one that no server leads. */
function hangUpTest(deps: Deps, call: Call, line: Line | null): void {
  Promise.resolve(line?.done())
    .then(() => endTestCall(deps, call))
    .catch((error: unknown) =>
      deps.log.error({ error: failureForLog(error, { inRequest: true }) }, 'a test call could not be ended'),
    )
}

/** Returns the call that a connection is for. Rejects those that may not lead it, or whose token is used up. */
async function admit(c: Context, deps: Deps): Promise<{ call: Call; connection: string }> {
  const refused = () => new HttpError(403, 'This connection is not allowed')
  const ticket = c.req.param('ticket') ?? ''
  const call = await callOfTicket(deps.db, ticket)
  if (!call) throw refused()
  continueFor(call.organization_id)
  const isAllowed = call.is_test
    ? mayConnect(deps, call, c.req.header('origin'))
    : await isSignedFor(c, deps, call, ticket)
  const connection = isAllowed ? await useTicket(deps, call, ticket) : null
  if (connection === null) throw refused()
  return { call, connection }
}

/** Returns whether the account of a call's number has signed the address of a connection. */
async function isSignedFor(c: Context, deps: Deps, call: Call, ticket: string): Promise<boolean> {
  const own = call.is_own ? await ownNumberOf(deps.db, call.organization_id) : null
  const account = own ? openedAccount(deps, own) : deps.config.sms
  const url = new URL(`${relayAddress(deps.config.origins.api)}/${ticket}`)
  if (account && (own || !call.is_own) && isSignedBy(c, account, { url, fields: {} })) return true
  deps.log.warn(
    'a connection of a call is not signed: PUBLIC_API_URL is not what Twilio calls, or the auth token has changed',
  )
  return false
}
