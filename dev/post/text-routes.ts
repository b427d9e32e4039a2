import { Hono } from 'hono'
import { html } from 'hono/html'
import { HTTPException } from 'hono/http-exception'
import { mountFaults } from '../lib/fault-route.ts'
import { empty, OFFICES, sendPage, when } from './page.ts'
import { LOCAL_TWILIO, MEDIA_FOLDER, TEXT_FAULTS, type TextInbox, type TextOnPhone } from './texts.ts'

const { path: PATH } = OFFICES.sms
const BASIC = `Basic ${Buffer.from(`${LOCAL_TWILIO.accountSid}:${LOCAL_TWILIO.authToken}`).toString('base64')}`

const MESSAGES = '/__local/twilio/2010-04-01/Accounts/:sid/Messages.json'

/** Returns Twilio's API and the page with the phones. */
export function textRoutes(
  { texts, faults, files, attach, send, reply, call }: TextInbox,
  version: () => number,
): Hono {
  const app = new Hono()
  app.use(MESSAGES, async (c, next) => {
    if (c.req.header('authorization') === BASIC) return next()
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
    const { status, body } = await send((await c.req.parseBody()) as Record<string, string>)
    return Response.json(body, { status })
  })

  app.on(['GET', 'DELETE'], `${MEDIA_FOLDER}/:id`, (c) => {
    if (c.req.header('authorization') !== BASIC) return c.json({ status: 401, code: 20003 }, 401)
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
<label for="text">Text</label><textarea id="text" name="text" rows="2" maxlength="1600" placeholder="STOP, START, HELP, or anything else"></textarea>
<label for="files">Pictures</label><input id="files" name="files" type="file" accept="image/*" multiple>
<button>Send</button></form>
<h2>Call a business that does not answer</h2>
<form class="reply" method="post" action="${PATH}/call">
<label for="caller">Number of the phone</label><input id="caller" name="phone" type="tel" value="${phone}" required pattern="\\+[1-9][0-9]{6,14}">
<label for="business">Number of the business, which forwards the call</label><input id="business" name="business" type="tel" required pattern="\\+[1-9][0-9]{6,14}" placeholder="+16145550100">
<button>Call</button></form>`
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
    const { phone, text, files: attached } = await c.req.parseBody({ all: true })
    const sent = [attached].flat().filter((each) => each instanceof File && each.size > 0) as File[]
    if (typeof phone !== 'string' || typeof text !== 'string' || (text === '' && sent.length === 0)) {
      throw new HTTPException(400, { message: 'phone, and text or files, are required' })
    }
    const status = await reply(phone, text, await mediaOf(sent, attach))
    if (status !== 200) throw new HTTPException(502, { message: `The product answered with HTTP ${status}` })
    return c.redirect(PATH, 303)
  })
  app.post(`${PATH}/call`, async (c) => {
    const { phone, business } = await c.req.parseBody()
    if (typeof phone !== 'string' || typeof business !== 'string') {
      throw new HTTPException(400, { message: 'phone and business are required' })
    }
    const { status, twiml } = await call(phone, business)
    if (status !== 200) throw new HTTPException(502, { message: `The product answered with HTTP ${status}` })
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

const row = ({ at, phone, isReply, text, status }: TextOnPhone) =>
  html`<li class="row"><strong>${isReply ? `From ${phone}` : `To ${phone}`}</strong>${when(at)}<p>${text}</p>
<span class="quiet">${status}</span></li>`
