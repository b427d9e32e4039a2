import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { TextInbox } from './texts.ts'
import { LOCAL_TWILIO, OWN_TWILIO, signTwilio } from './texts.ts'

/** A frame from or to the product. */
type Frame = Readonly<Record<string, unknown>>

interface Relay {
  url: string
  action: string
  greeting: string | null
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const plain = (text: string) => text.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)

/** Where TwiML calls a person. */
interface Dial {
  action: string
  /** Where the carrier asks what a person who picks up hears. */
  whisper: string
  number: string
}

/** Returns whom TwiML calls; null if it calls nobody. */
function dialIn(twiml: string): Dial | null {
  const [, action = '', whisper = '', number = ''] =
    /<Dial action="([^"]*)".*<Number url="([^"]*)"[^>]*>([^<]*)<\/Number>/.exec(twiml) ?? []
  return number === '' ? null : { action: plain(action), whisper: plain(whisper), number }
}

/** Returns where TwiML connects a call; null if it doesn't. */
function relayIn(twiml: string): Relay | null {
  const attribute = (name: string) => {
    const [, value] = new RegExp(`\\s${name}="([^"]*)"`).exec(twiml) ?? []
    return value === undefined ? null : plain(value)
  }
  const url = attribute('url')
  const action = attribute('action')
  if (!twiml.includes('<ConversationRelay ') || url === null || action === null) return null
  return { url, action, greeting: attribute('welcomeGreeting') }
}

/** What the caller of a scripted call does. */
export interface Caller {
  /** Twilio's ID of the call. */
  sid: string
  /** The TwiML of the last webhook. */
  twiml(): string
  /** What the agent has said, a turn each, the greeting first. Of an interrupted one, all of it. */
  said: readonly string[]
  /** All frames that the product has sent on the last connection. */
  frames: readonly Frame[]
  /** Returns the status with which the product closed the last connection; null while it is open. */
  closed(): number | null
  /** Says something, with more fields of the frame. */
  say(text: string, more?: Frame): void
  /** Interrupts the agent's last turn after some words, as the carrier reports it. */
  interrupt(words: number): void
  press(digit: string): void
  /** Sends a text as a frame. */
  send(text: string): void
  /** Resolves with the agent's next turn that nobody has waited for. Rejects after `ms`, by default ten seconds. */
  hears(ms?: number): Promise<string>
  /** Loses the connection. The carrier asks the product what to do, and connects again if it should. */
  drop(): Promise<void>
  /** Returns whether a person's phone rings. */
  isRinging(): boolean
  /**
   * Lets the person whom the product calls pick up and press keys, or with null, not pick up. Resolves with what the person
   * has heard, once the product knows.
   */
  rings(keys: string | null): Promise<string>
  /** Hangs up. Resolves once the product knows. */
  hangUp(): Promise<void>
  /** Resolves once the product has ended the call. Rejects after ten seconds. */
  ended(): Promise<void>
}

const PATIENCE_MS = 10_000
/** How long the servers may take until one takes over for another. */
const TAKEOVER_MS = 90_000
const RETRY_MS = 100

function late(what: string, ms = PATIENCE_MS, stop?: () => unknown): Promise<never> {
  return new Promise((_, reject) => {
    const end = () => {
      stop?.()
      reject(new Error(`${what} within ${ms} ms`))
    }
    setTimeout(end, ms).unref()
  })
}

/** Repeats a request until a server answers it, because another one takes over for one that is gone. */
async function untilAnswered(request: () => Promise<Response>): Promise<Response> {
  const end = Date.now() + TAKEOVER_MS
  for (;;) {
    const response = await request().catch(() => null)
    if (response !== null && response.status < 500) return response
    if (Date.now() > end) throw new Error('No server answers the carrier')
    await new Promise((wake) => setTimeout(wake, RETRY_MS))
  }
}

type Carrier = Pick<TextInbox, 'call' | 'report' | 'tokenOf' | 'numbers'>

/** How long a scripted caller waits for the next piece of an answer. */
const LISTENS_MS = 1_500
const INTERRUPTS = /^\[interrupt (\d+)\]\s*(.*)$/
const PRESSES = /^\[key ([\d*#])\]$/

/** A turn of a call. */
export interface SpokenTurn {
  by: 'caller' | 'agent'
  text: string
}

/**
 * Plays a caller who says lines, each after the agent has finished, and then hangs up. `[key 0]` presses a key,
 * `[interrupt 5] no` interrupts the agent after five words, and `[drop]` loses the connection. A person who is called
 * doesn't pick up. Returns the turns.
 */
export async function playCaller(call: Caller, lines: readonly string[]): Promise<SpokenTurn[]> {
  const turns: SpokenTurn[] = []
  const listen = async () => {
    let text: string | null = await call.hears()
    while (text !== null) {
      turns.push({ by: 'agent', text })
      text = await call.hears(LISTENS_MS).catch(() => null)
      if (text === null && call.isRinging()) {
        await call.rings(null)
        text = await call.hears()
      }
    }
  }
  if (call.isRinging()) await call.rings(null)
  await listen()
  for (const line of lines) {
    turns.push({ by: 'caller', text: line })
    const [, words, said = ''] = INTERRUPTS.exec(line) ?? []
    const [, key] = PRESSES.exec(line) ?? []
    if (words !== undefined) call.interrupt(Number(words))
    if (key !== undefined) call.press(key)
    else if (line === '[drop]') await call.drop()
    else call.say(words === undefined ? line : said)
    await listen()
  }
  await call.hangUp()
  return turns
}

/** The headers with which Twilio signs a connection to an address. */
export const signedHeaders = (url: string, token: string) => ({
  'X-Twilio-Signature': signTwilio(url, {}, token),
})

/** Node's sockets take headers, which the types of browsers lack. */
const NodeSocket = WebSocket as unknown as new (
  url: string,
  options: { headers: Readonly<Record<string, string>> },
) => WebSocket

/** Opens a socket with headers. */
export const openSocket = (url: string, headers: Readonly<Record<string, string>>): WebSocket =>
  new NodeSocket(url, { headers })

/** Returns whether the product has its agent answer a call, or calls a person, as its TwiML says. */
export const isAnswered = (twiml: string): boolean => relayIn(twiml) !== null || dialIn(twiml) !== null

export const newCallSid = () => `CA${randomBytes(16).toString('hex')}`

/**
 * Calls a number at the carrier, by default the operator's; `business` is the number that forwards the call. Rejects if
 * the product doesn't have its agent answer.
 */
export async function placeCall(
  carrier: Carrier,
  phone: string,
  { to = LOCAL_TWILIO.from, business = null }: { to?: string; business?: string | null } = {},
  more: Readonly<Record<string, string>> = {},
): Promise<Caller> {
  const sid = more.CallSid ?? newCallSid()
  const { twiml } = await carrier.call(phone, business, { To: to, CallSid: sid, ...more })
  return joinCall(carrier, { phone, to, sid, twiml }, more)
}

/** A call that the product has answered with TwiML. */
interface Answered {
  phone: string
  to: string
  sid: string
  twiml: string
}

/** Connects a call as its TwiML says, with `more` fields in its webhooks. */
export async function joinCall(
  carrier: Carrier,
  { phone, to, sid, twiml: first }: Answered,
  more: Readonly<Record<string, string>> = {},
): Promise<Caller> {
  const isOwn = carrier.numbers.some(({ phone_number }) => phone_number === to)
  const { accountSid } = isOwn ? OWN_TWILIO : LOCAL_TWILIO
  const about = { AccountSid: accountSid, CallSid: sid, From: phone, To: to, Direction: 'inbound', ...more }
  const said: string[] = []
  const frames: Frame[] = []
  const waiting: ((text: string) => void)[] = []
  const end = Promise.withResolvers<void>()
  end.promise.catch(() => undefined)
  let heard = 0
  let twiml = first
  let socket: WebSocket | null = null
  let closed: number | null = null
  let started = Date.now()
  let handoff: string | null = null

  const seconds = () => String(Math.round((Date.now() - started) / 1_000))
  const send = (frame: Frame) => socket?.send(JSON.stringify(frame))
  function hear(text: string): void {
    said.push(text)
    const next = waiting.shift()
    if (next) {
      heard += 1
      next(text)
    }
  }

  async function report(status: string, fields: Readonly<Record<string, string>>): Promise<void> {
    const relay = relayIn(twiml)
    const form = { ...about, SessionStatus: status, SessionDuration: seconds(), ...fields }
    const answer = await untilAnswered(() => carrier.report(relay?.action ?? '', form))
    twiml = await answer.text()
    if (relayIn(twiml)) await connect()
    else end.resolve()
  }

  async function connect(): Promise<void> {
    const relay = relayIn(twiml)
    if (!relay) throw new Error(`The call is not answered: ${twiml}`)
    frames.length = 0
    closed = null
    handoff = null
    const line = openSocket(relay.url, signedHeaders(relay.url, carrier.tokenOf(accountSid) ?? ''))
    line.addEventListener('message', ({ data }) => receive(JSON.parse(String(data)) as Frame))
    line.addEventListener('close', ({ code }) => {
      if (line !== socket) return
      closed = code
      // Without an order to end, the carrier's connection has failed.
      if (handoff !== null) return
      socket = null
      void report('failed', { CallStatus: 'in-progress', ErrorCode: '39001' }).catch(end.reject)
    })
    const opened = once(line, 'open')
    const failed = once(line, 'error').then(() => Promise.reject(new Error('The connection is refused')))
    await Promise.race([opened, failed])
    failed.catch(() => undefined)
    socket = line
    started = Date.now()
    if (relay.greeting !== null) hear(relay.greeting)
    send({ type: 'setup', sessionId: `VX${sid.slice(2)}`, ...setupOf(about) })
  }

  function receive(frame: Frame): void {
    frames.push(frame)
    if (frame.type === 'text' && frame.last === true) {
      hear(String(frame.token))
      for (const value of ['on', 'off']) send({ type: 'info', name: 'agentSpeaking', value })
    }
    if (frame.type !== 'end') return
    handoff = String(frame.handoffData ?? '')
    socket?.close()
    void report('ended', { CallStatus: 'in-progress', HandoffData: handoff }).catch(end.reject)
  }

  if (!dialIn(twiml)) await connect()
  return {
    sid,
    twiml: () => twiml,
    said,
    frames,
    closed: () => closed,
    say: (text, fields = {}) =>
      send({ type: 'prompt', voicePrompt: text, lang: 'en-US', last: true, ...fields }),
    interrupt: (words) =>
      send({
        type: 'interrupt',
        utteranceUntilInterrupt: (said.at(-1) ?? '').split(' ').slice(0, words).join(' '),
        durationUntilInterruptMs: words * 300,
      }),
    press: (digit) => send({ type: 'dtmf', digit }),
    send: (text) => socket?.send(text),
    hears(ms = PATIENCE_MS) {
      const known = said[heard]
      if (known !== undefined) {
        heard += 1
        return Promise.resolve(known)
      }
      const { promise, resolve } = Promise.withResolvers<string>()
      waiting.push(resolve)
      const stop = () => {
        const at = waiting.indexOf(resolve)
        if (at >= 0) waiting.splice(at, 1)
      }
      return Promise.race([promise, late(`The agent says nothing after "${said.at(-1)}"`, ms, stop)])
    },
    async drop() {
      const line = socket
      socket = null
      line?.close()
      await report('failed', { CallStatus: 'in-progress', ErrorCode: '39001' })
    },
    isRinging: () => dialIn(twiml) !== null,
    async rings(keys) {
      const dial = dialIn(twiml)
      if (!dial) throw new Error(`Nobody is called: ${twiml}`)
      const leg = {
        AccountSid: accountSid,
        CallSid: newCallSid(),
        ParentCallSid: sid,
        From: phone,
        To: dial.number,
      }
      let whispered = ''
      let isBridged = false
      if (keys !== null) {
        whispered = await (await carrier.report(dial.whisper, leg)).text()
        const [, action = ''] = /<Gather action="([^"]*)"/.exec(whispered) ?? []
        const answer = keys === '' ? null : await carrier.report(plain(action), { ...leg, Digits: keys })
        isBridged = answer !== null && !(await answer.text()).includes('<Hangup/>')
      }
      const answer = await carrier.report(dial.action, {
        ...about,
        CallStatus: 'in-progress',
        DialCallStatus: keys === null ? 'no-answer' : 'completed',
        DialBridged: String(isBridged),
      })
      twiml = await answer.text()
      if (relayIn(twiml)) await connect()
      return whispered
    },
    async hangUp() {
      if (!relayIn(twiml)) return
      const line = socket
      socket = null
      line?.close()
      await report('completed', { CallStatus: 'completed' })
    },
    ended: () => Promise.race([end.promise, late('The call does not end')]),
  }
}

const setupOf = ({ CallSid, AccountSid, From, To }: Readonly<Record<string, string>>): Frame => ({
  callSid: CallSid,
  accountSid: AccountSid,
  from: From,
  to: To,
  direction: 'inbound',
  callType: 'PSTN',
  callStatus: 'RINGING',
  customParameters: {},
})
