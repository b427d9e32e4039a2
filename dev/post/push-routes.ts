import { Hono } from 'hono'
import { html } from 'hono/html'
import { mountFaults } from '../lib/fault-route.ts'
import { empty, OFFICES, sendPage, when } from './page.ts'
import { PUSH_FAULTS, type PushSink, type ReceivedPush } from './push.ts'

const { path: PATH } = OFFICES.push

/** Returns the push service and its page. */
export function pushRoutes({ messages, faults, subscribe, take }: PushSink, version: () => number): Hono {
  const app = new Hono()
  app.get(PATH, (c) => {
    const list = messages.list()
    const body = html`<h1>Push messages</h1>
<div class="bar"><form class="end" method="post" action="${PATH}/delete"><button>Delete all</button></form></div>
${list.length ? html`<ol class="sheet">${list.map(row)}</ol>` : empty('No push message has arrived yet.')}
<p class="quiet">Browsers without a push service subscribe here.</p>`
    return sendPage(c, { office: 'push', version: version(), body })
  })
  app.get(`${PATH}.json`, (c) => {
    const to = c.req.query('to')
    return c.json(messages.list().filter((message) => !to || message.to === to))
  })
  app.post(`${PATH}/delete`, (c) => {
    messages.clear()
    return c.redirect(PATH, 303)
  })
  app.post(`${PATH}/subscriptions`, (c) => c.json(subscribe(), 201))
  app.post(`${PATH}/send/:id`, async (c) => {
    const body = Buffer.from(await c.req.arrayBuffer())
    const { status, text } = await take(c.req.param('id'), c.req.raw.headers, body)
    return new Response(text, { status })
  })
  mountFaults(app, `${PATH}/fault`, faults, PUSH_FAULTS)
  return app
}

function row({ at, to, payload, ttl, urgency }: ReceivedPush) {
  const { title, body } = readMessage(payload)
  return html`<li class="row"><strong>${title}</strong>${when(at)}<p>${body}</p>
<span class="quiet">To ${to}, kept ${ttl} s, urgency ${urgency ?? 'normal'}</span><pre>${payload}</pre></li>`
}

function readMessage(payload: string): { title: string; body: string } {
  try {
    const { title = '', body = '' } = JSON.parse(payload)
    return { title: String(title), body: String(body) }
  } catch {
    return { title: payload, body: '' }
  }
}
