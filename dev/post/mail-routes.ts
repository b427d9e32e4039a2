import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { mountFaults } from '../lib/fault-route.ts'
import { MAIL_FAULTS, type Mailbox, type ReceivedMail } from './mailbox.ts'
import { empty, type Html, OFFICES, sendPage, when } from './page.ts'

const { path: PATH } = OFFICES.mailbox
const VIEWS = ['html', 'text', 'headers', 'source'] as const
type View = (typeof VIEWS)[number]
const VIEW_NAMES: Record<View, string> = {
  html: 'Message',
  text: 'Text',
  headers: 'Headers',
  source: 'Source',
}

/** Mail is untrusted content: no scripts, no requests beyond this machine, and links open in a new tab. */
const MAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data: http://localhost:* http://127.0.0.1:*',
  "form-action 'none'",
  "base-uri 'none'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ')

function matches(
  mail: ReceivedMail,
  { to, q }: { to?: string | undefined; q?: string | undefined },
): boolean {
  if (to && !mail.to.some((each) => each.toLowerCase() === to.trim().toLowerCase())) return false
  if (!q) return true
  const text = [mail.subject, mail.from, ...mail.to, mail.text].join('\n').toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

const present = ({ files, ...mail }: ReceivedMail) => ({
  ...mail,
  files: files.map(({ name, type, content }) => ({ name, type, text: content.toString('utf8') })),
})

/** Returns the pages and the JSON API of the mailbox. */
export function mailRoutes({ mails, faults, port }: Mailbox, version: () => number): Hono {
  const app = new Hono()

  app.get(PATH, (c) => {
    const q = c.req.query('q')?.trim() ?? ''
    const found = mails.list().filter((mail) => matches(mail, { q }))
    const list = found.length
      ? html`<ol class="sheet">${found.map(row)}</ol>`
      : empty(q ? 'No mail contains these words.' : 'No mail has arrived yet.')
    const body = html`<h1>Mailbox</h1>
<div class="bar"><form role="search"><input type="search" name="q" value="${q}" aria-label="Search mail" placeholder="Search mail"><button>Search</button></form>
<form class="end" method="post" action="${PATH}/delete"><button>Delete all</button></form></div>
${list}<p class="quiet">SMTP server: 127.0.0.1, port ${port}</p>`
    return sendPage(c, { office: 'mailbox', version: version(), body })
  })
  app.get(`${PATH}.json`, (c) => {
    const { to, q, limit } = c.req.query()
    return c.json(
      mails
        .list()
        .filter((mail) => matches(mail, { to, q }))
        .slice(0, Number(limit) || undefined)
        .map(present),
    )
  })
  app.delete(`${PATH}.json`, (c) => {
    mails.clear()
    return c.body(null, 204)
  })
  app.post(`${PATH}/delete`, (c) => {
    mails.clear()
    return c.redirect(PATH, 303)
  })
  mountFaults(app, `${PATH}/fault`, faults, MAIL_FAULTS)

  app.get(`${PATH}/:id`, (c) => {
    const mail = mails.find(c.req.param('id'))
    const wanted = c.req.query('view') as View | undefined
    if (!mail) {
      const body = html`<h1>Mail not found</h1><p>It was deleted, or newer mail has taken its place. <a href="${PATH}">Back to the mailbox</a></p>`
      return sendPage(c, { office: 'mailbox', version: version(), body, isLive: false }, 404)
    }
    const view = wanted && VIEWS.includes(wanted) ? wanted : mail.html ? 'html' : 'text'
    const body = mailPage(mail, view)
    return sendPage(c, {
      office: 'mailbox',
      title: mail.subject,
      version: version(),
      body,
      isLive: false,
    })
  })
  app.get(`${PATH}/:id/html`, (c) => {
    const content = mails.find(c.req.param('id'))?.html
    if (!content) return c.notFound()
    // Links open in a new tab, as in a mail client.
    const linked = content.replace(/<head[^>]*>/i, (head) => `${head}<base target="_blank">`)
    return c.body(linked === content ? `<base target="_blank">${content}` : linked, 200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': MAIL_POLICY,
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    })
  })
  app.get(`${PATH}/:id/files/:index`, (c) => {
    const file = mails.find(c.req.param('id'))?.files[Number(c.req.param('index'))]
    if (!file) return c.notFound()
    const isCalendar = /calendar|ics/.test(file.type)
    return c.body(new Uint8Array(file.content), 200, {
      'Content-Type': isCalendar ? 'text/calendar; charset=utf-8' : 'application/octet-stream',
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      'X-Content-Type-Options': 'nosniff',
    })
  })
  return app
}

const row = ({ id, at, subject, from, to }: ReceivedMail) =>
  html`<li><a class="row" href="${PATH}/${id}"><strong>${subject || '(no subject)'}</strong>${when(at)}<span class="quiet">${from} to ${to.join(', ')}</span></a></li>`

function mailPage(mail: ReceivedMail, view: View): Html {
  const { id, at, subject, from, replyTo, to, files } = mail
  const views = VIEWS.filter((each) => each !== 'html' || mail.html).map(
    (each) =>
      html`<a href="?view=${each}"${raw(each === view ? ' aria-current="page"' : '')}>${VIEW_NAMES[each]}</a>`,
  )
  const links = files.map(({ name }, index) => html`<a href="${PATH}/${id}/files/${index}">${name}</a> `)
  return html`<p><a href="${PATH}">Back to the mailbox</a></p><h1>${subject || '(no subject)'}</h1>
<dl><dt>From</dt><dd>${from}</dd><dt>To</dt><dd>${to.join(', ')}</dd>
${replyTo ? html`<dt>Reply to</dt><dd>${replyTo}</dd>` : ''}<dt>Received</dt><dd>${when(at)}</dd>
${links.length ? html`<dt>Files</dt><dd>${links}</dd>` : ''}</dl>
<nav class="bar" aria-label="Views">${views}</nav>
${contentOf(mail, view)}`
}

function contentOf({ id, text, headers, raw: source }: ReceivedMail, view: View): Html {
  if (view === 'html') {
    return html`<iframe src="${PATH}/${id}/html" title="Message" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
  }
  return html`<pre tabindex="0">${view === 'text' ? text : view === 'headers' ? headers.join('\n') : source}</pre>`
}
