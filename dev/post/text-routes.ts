import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { HTTPException } from 'hono/http-exception'
import { mountFaults } from '../lib/fault-route.ts'
import { isAnswered, joinCall, newCallSid, playCaller, type SpokenTurn } from './calls.ts'
import { empty, OFFICES, sendPage, when } from './page.ts'
import { TEXT_FAULTS, type TextOnPhone } from './phones.ts'
import { LOCAL_TELNYX, OWN_TELNYX, TELNYX_BASE } from './telnyx.ts'
import { LOCAL_TWILIO, type NumberAtTwilio, OWN_TWILIO, type TextInbox } from './texts.ts'

const { path: PATH } = OFFICES.sms
const ACCOUNT = '/__local/twilio/2010-04-01/Accounts/:sid'
const MESSAGES = `${ACCOUNT}/Messages.json`
const NUMBERS = `${ACCOUNT}/IncomingPhoneNumbers.json`
const NUMBER = `${ACCOUNT}/IncomingPhoneNumbers/:number{.+\\.json}`

/** The fields of a number that a request can change, by their names in the request. */
const CHANGEABLE = {
  SmsUrl: 'sms_url',
  SmsMethod: 'sms_method',
  SmsApplicationSid: 'sms_application_sid',
  VoiceUrl: 'voice_url',
  VoiceMethod: 'voice_method',
  VoiceApplicationSid: 'voice_application_sid',
} as const

const AT_TELNYX: readonly string[] = [LOCAL_TELNYX.from, ...OWN_TELNYX.numbers]

/** Returns Twilio's and Telnyx's APIs and the page with the phones. */
export function textRoutes(inbox: TextInbox, version: () => number): Hono {
  const { texts, faults, files, telnyx, numbers, attach, send, reply, call, tokenOf } = inbox
  const app = new Hono()
  app.use(`${ACCOUNT}/*`, async (c, next) => {
    const sid = c.req.param('sid') ?? ''
    const basic = `Basic ${Buffer.from(`${sid}:${tokenOf(sid)}`).toString('base64')}`
    if (c.req.header('authorization') === basic) return next()
    return c.json({ status: 401, code: 20003, message: 'Authenticate' }, 401)
  })
  app.get(MESSAGES, (c) => {
    const { To: to = '', PageSize: size = '50' } = c.req.query()
    const sent = texts.list().filter(({ phone, isReply }) => phone === to && !isReply)
    const messages = sent.slice(0, Number(size)).map(({ sid, status, text, at }) => {
      return { sid, status, to, body: text, date_created: at.toUTCString() }
    })
    return c.json({ messages, next_page_uri: null })
  })
  app.post(MESSAGES, async (c) => {
    const form = (await c.req.parseBody()) as Record<string, string>
    const { status, body } = await send(c.req.param('sid'), form)
    return Response.json(body, { status })
  })

  const keyOf = (c: Context) => c.req.header('authorization')?.replace(/^Bearer /, '') ?? ''
  app.use(`${TELNYX_BASE}/v2/*`, async (c, next) => {
    if (telnyx.accepts(keyOf(c))) return next()
    return c.json({ errors: [{ code: '10009', title: 'Authentication failed' }] }, 401)
  })
  app.post(`${TELNYX_BASE}/v2/messages`, async (c) => {
    const { status, body } = await telnyx.send(keyOf(c), await c.req.json())
    return Response.json(body, { status })
  })
  app.get(`${TELNYX_BASE}/v2/phone_numbers/messaging`, (c) => {
    const phone = c.req.query('filter[phone_number]')
    const own = telnyx.accepts(keyOf(c), true) ? telnyx.numbers : []
    return c.json({ data: own.filter(({ phone_number }) => phone_number === phone) })
  })
  app.get(`${TELNYX_BASE}/v2/messaging_profiles/:id`, (c) => {
    const isThere = telnyx.accepts(keyOf(c), true) && c.req.param('id') === telnyx.profile.id
    if (isThere) return c.json({ data: telnyx.profile })
    return c.json({ errors: [{ code: '10005', title: 'Resource not found' }] }, 404)
  })
  app.get(`${TELNYX_BASE}/media/:id`, (c) => {
    const file = files.get(c.req.path)
    return file ? c.body(file.bytes, 200, { 'Content-Type': file.type }) : c.notFound()
  })

  const numbersOf = (sid: string) => (sid === OWN_TWILIO.accountSid ? numbers : [])
  app.get(NUMBERS, (c) => {
    const { PhoneNumber: part = '' } = c.req.query()
    const found = numbersOf(c.req.param('sid')).filter(({ phone_number }) => phone_number.includes(part))
    return c.json({ incoming_phone_numbers: found, next_page_uri: null })
  })
  app.on(['GET', 'POST'], NUMBER, async (c) => {
    const number = numbersOf(c.req.param('sid')).find(({ sid }) => `${sid}.json` === c.req.param('number'))
    if (!number) return c.json({ status: 404, code: 20404, message: 'The resource was not found' }, 404)
    if (c.req.method === 'GET') return c.json(number)
    const form = (await c.req.parseBody()) as Record<string, string>
    for (const [field, name] of Object.entries(CHANGEABLE)) number[name] = form[field] ?? number[name]
    return c.json(number)
  })

  app.on(['GET', 'DELETE'], `${ACCOUNT}/Messages/:message/Media/:id`, (c) => {
    const file = files.get(c.req.path)
    if (!file) return c.json({ status: 404, code: 20404 }, 404)
    if (c.req.method === 'GET') return c.body(file.bytes, 200, { 'Content-Type': file.type })
    files.delete(c.req.path)
    return c.body(null, 204)
  })

  app.get(PATH, (c) => {
    const list = texts.list()
    const phone = list[0]?.phone ?? '+16145550134'
    const body = html`<h1>Text messages</h1>
<div class="bar"><form class="end" method="post" action="${PATH}/delete"><button>Delete all</button></form></div>
${list.length ? html`<ol class="sheet">${list.map(row)}</ol>` : empty('No text message has arrived yet.')}
<h2>Answer from a phone</h2>
<form class="reply" method="post" action="${PATH}/reply" enctype="multipart/form-data">
<label for="phone">Number of the phone</label><input id="phone" name="phone" type="tel" value="${phone}" required pattern="\\+[1-9][0-9]{6,14}">
${numberField('to', 'Send it to', AT_TELNYX)}
<label for="text">Text</label><textarea id="text" name="text" rows="2" maxlength="1600" placeholder="STOP, START, HELP, or anything else"></textarea>
<label for="files">Pictures</label><input id="files" name="files" type="file" accept="image/*" multiple>
<button>Send</button></form>
<h2>Call a business that does not answer, or whose agent does</h2>
<form class="reply" method="post" action="${PATH}/call">
<label for="caller">Number of the phone</label><input id="caller" name="phone" type="tel" value="${phone}" required pattern="\\+[1-9][0-9]{6,14}">
${numberField('called', 'The call reaches')}
<label for="business">Number of the business, which forwards the call; empty for a direct call</label><input id="business" name="business" type="tel" pattern="\\+[1-9][0-9]{6,14}" placeholder="+16145550100">
<label for="lines">What the caller says to the agent, a line each; also [key 0], [interrupt 5] no, and [drop]</label><textarea id="lines" name="lines" rows="4" maxlength="4000">I need my lawn mowed every week</textarea>
<button>Call</button></form>
<h2>A business’s account at Twilio</h2>
<p>Connect one of its numbers in the console under Agent, Settings, Phone.</p>
<dl><dt>Account SID</dt><dd>${OWN_TWILIO.accountSid}</dd><dt>Auth token</dt><dd>${tokenOf(OWN_TWILIO.accountSid)}</dd></dl>
<ol class="sheet">${numbers.map(numberRow)}</ol>
<h2>A business’s account at Telnyx</h2>
<form class="reply" method="post" action="${PATH}/telnyx">
<p>API key <code>${OWN_TELNYX.apiKey}</code>, public key <code>${OWN_TELNYX.publicKey}</code>, numbers ${OWN_TELNYX.numbers.join(', ')}</p>
<label for="webhook">Webhook URL of the messaging profile</label><input id="webhook" name="webhook" type="url" value="${telnyx.profile.webhook_url}">
<button>Save</button></form>`
    return sendPage(c, { office: 'sms', version: version(), body })
  })
  app.get(`${PATH}.json`, (c) => {
    const to = c.req.query('to')?.replace(/^ /, '+')
    return c.json(texts.list().filter(({ phone }) => !to || phone === to))
  })
  app.post(`${PATH}/delete`, (c) => {
    texts.clear()
    return c.redirect(PATH, 303)
  })
  app.post(`${PATH}/reply`, async (c) => {
    const { phone, text, to, files: attached } = await c.req.parseBody({ all: true })
    const sent = [attached].flat().filter((each) => each instanceof File && each.size > 0) as File[]
    if (typeof phone !== 'string' || typeof text !== 'string' || (text === '' && sent.length === 0)) {
      throw new HTTPException(400, { message: 'phone, and text or files, are required' })
    }
    const number = typeof to === 'string' ? to : LOCAL_TWILIO.from
    if (AT_TELNYX.includes(number)) {
      const urls = await Promise.all(
        sent.map(async (file) => telnyx.attach(file.type, new Uint8Array(await file.arrayBuffer()))),
      )
      const status = await telnyx.reply(phone, text, urls, number)
      if (status !== 204)
        throw new HTTPException(502, { message: `The product answered with HTTP ${status}` })
      return c.redirect(PATH, 303)
    }
    const more = await mediaOf(sent, (type, bytes) => attach(type, bytes, number))
    const status = await reply(phone, text, { To: number, ...more })
    if (status !== 200) throw new HTTPException(502, { message: `The product answered with HTTP ${status}` })
    return c.redirect(PATH, 303)
  })
  app.post(`${PATH}/telnyx`, async (c) => {
    const { webhook } = await c.req.parseBody()
    telnyx.profile.webhook_url = String(webhook ?? '').trim()
    return c.redirect(PATH, 303)
  })
  app.post(`${PATH}/call`, async (c) => {
    const { phone, business, called, lines } = await c.req.parseBody()
    if (typeof phone !== 'string' || typeof business !== 'string') {
      throw new HTTPException(400, { message: 'phone and business are required' })
    }
    const to = typeof called === 'string' ? called : LOCAL_TWILIO.from
    const sid = newCallSid()
    const { status, twiml } = await call(phone, business || null, { To: to, CallSid: sid })
    if (status !== 200) throw new HTTPException(502, { message: `The product answered with HTTP ${status}` })
    if (isAnswered(twiml)) {
      const said = typeof lines === 'string' ? lines.split('\n').map((line) => line.trim()) : []
      const caller = await joinCall(inbox, { phone, to, sid, twiml })
      const turns = await playCaller(
        caller,
        said.filter((line) => line !== ''),
      )
      const body = html`<h1>The call</h1><ol class="sheet">${turns.map(turnRow)}</ol>
<p><a href="${PATH}">Back to the texts</a></p>`
      return sendPage(c, { office: 'sms', version: version(), body, isLive: false })
    }
    const said = /<Say>([^<]*)<\/Say>/.exec(twiml)?.[1]
    const body = html`<h1>The call</h1><p>${said ? `A voice says: ${said}` : 'The call is refused.'}</p>
<p><a href="${PATH}">Back to the texts</a></p>`
    return sendPage(c, { office: 'sms', version: version(), body, isLive: false })
  })
  mountFaults(app, `${PATH}/fault`, faults, TEXT_FAULTS)
  return app
}

/** Returns the fields about the files of a text. */
async function mediaOf(sent: readonly File[], attach: TextInbox['attach']): Promise<Record<string, string>> {
  const fields: Record<string, string> = { NumMedia: String(sent.length) }
  for (const [index, file] of sent.entries()) {
    fields[`MediaUrl${index}`] = attach(file.type, new Uint8Array(await file.arrayBuffer()))
    fields[`MediaContentType${index}`] = file.type
  }
  return fields
}

/** A field for the number at a carrier that a text or call is for; `name` is also its ID. */
const numberField = (name: string, label: string, more: readonly string[] = []) =>
  html`<label for="${name}">${label}</label><select id="${name}" name="${name}">
${[LOCAL_TWILIO.from, ...OWN_TWILIO.numbers, ...more].map((number) => html`<option>${number}</option>`)}</select>`

const row = ({ at, phone, number, isReply, text, status }: TextOnPhone) =>
  html`<li class="row"><strong>${isReply ? `From ${phone} to ${number}` : `To ${phone} from ${number}`}</strong>${when(at)}<p>${text}</p>
<span class="quiet">${status}</span></li>`

const turnRow = ({ by, text }: SpokenTurn) =>
  html`<li class="row"><strong>${by === 'agent' ? 'Agent' : 'Caller'}</strong><p>${text}</p></li>`

const wayTo = (url: string) => (url === '' ? 'nowhere' : `to ${url}`)

const numberRow = ({ phone_number, capabilities, sms_url, voice_url }: NumberAtTwilio) =>
  html`<li class="row"><strong>${phone_number}</strong><span class="quiet">${capabilities.sms ? 'texts and calls' : 'calls only'}</span>
<p class="quiet">Texts go ${wayTo(sms_url)}, calls ${wayTo(voice_url)}.</p></li>`
