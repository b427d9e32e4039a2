import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { type Html, sendPage } from '../lib/page.ts'
import { type Account, type Booking, CalError } from './account.ts'
import { CALCOM_FAULTS, type CalcomFault, type Play } from './context.ts'
import { WEBHOOK_FAULTS, type WebhookFault } from './webhooks.ts'

/** The description of each fault on the page. */
const FAULTS: Record<CalcomFault, string> = {
  revoked: 'No API key is accepted',
  limited: 'Too many requests (429, with Retry-After)',
  down: 'Out of order (503)',
  html: 'Returns an HTML page',
  slow: 'Slow (5 seconds)',
  taken: 'Somebody else takes the time just before a call is booked',
  lost: 'A call is booked, but the answer gets lost',
}
const REPORT_FAULTS: Record<WebhookFault, string> = {
  twice: 'Each webhook comes twice',
  forged: 'Webhooks are signed with another secret',
  lost: 'Webhooks get lost',
}

/** Returns the page for users: API keys, bookings to create, move, and cancel, and faults. */
export function pageRoutes(play: Play): Hono {
  const { base, faults, webhooks, accounts } = play
  const app = new Hono()
  const home = base || '/'
  const nav: Html = html`<a href="${home}">Bookings</a>`
  const page = (c: Context, title: string, body: Html, status: 200 | 400 | 404 = 200) =>
    sendPage(c, { product: 'Cal.com', title, nav, body }, status)
  app.onError((error, c) => {
    if (!(error instanceof CalError)) throw error
    const body = html`<div class="card" role="alert"><h1>Cal.com rejects this</h1><p>${error.message}</p></div>`
    return page(c, error.message, body, error.status === 404 ? 404 : 400)
  })

  const when = ({ options: { timezone } }: Account, { start }: Booking) =>
    new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone }).format(
      new Date(start),
    )
  const row = (account: Account, booking: Booking) => {
    const { uid, attendees, status, bookingFieldsResponses } = booking
    const [attendee] = attendees
    const action = `${base}/accounts/${account.options.username}/bookings/${uid}`
    return html`<tr id="${uid}"><td>${when(account, booking)}<br><span class="quiet">${status}</span></td>
<td>${attendee?.name}<br><span class="quiet text">${attendee?.email ?? ''} ${attendee?.phoneNumber ?? ''}
${String(bookingFieldsResponses.notes ?? '')}</span></td>
<td>${
      status === 'accepted'
        ? html`<form method="post" action="${action}"><label>New start (UTC)<input type="datetime-local" name="start" value="${booking.start.slice(0, 16)}"></label>
<div class="bar"><button class="plain" name="do" value="move">Move</button><button class="plain" name="do" value="cancel">Cancel</button><button class="plain" name="do" value="reject">Reject</button></div></form>`
        : ''
    }</td></tr>`
  }
  const section = (account: Account) => {
    const { username, email, key, timezone, eventTypes } = account.options
    const { bookings, isRevoked } = account.state
    const shown = bookings.toSorted((a, b) => b.start.localeCompare(a.start)).slice(0, 100)
    const action = `${base}/accounts/${username}`
    return html`<section class="card"><h2>${username} <span class="quiet">${email}</span></h2>
<p>API key: <code>${key}</code>${isRevoked ? ' (deleted)' : ''}</p>
<form method="post" action="${action}/key"><button class="plain">${isRevoked ? 'Restore the key' : 'Delete the key'}</button></form>
${shown.length > 0 ? html`<table><thead><tr><th>When (${timezone})</th><th>Who</th><th>Change</th></tr></thead><tbody>${shown.map((each) => row(account, each))}</tbody></table>` : html`<p class="quiet">No bookings</p>`}
<form method="post" action="${action}/bookings"><label>Event type<select name="eventTypeId">${eventTypes.map(({ id, title }) => html`<option value="${id}">${title}</option>`)}</select></label>
<label>Name<input name="name" value="Walk In" required></label>
<label>Start (UTC)<input type="datetime-local" name="start" required></label><button>Book</button></form></section>`
  }
  const choices = (known: Record<string, string>, current: string | null) =>
    html`<option value="">Nothing</option>${Object.entries(known).map(
      ([name, text]) => html`<option value="${name}" ${name === current ? 'selected' : ''}>${text}</option>`,
    )}`

  app.get('/', (c) =>
    page(
      c,
      'Bookings',
      html`<h1>Bookings</h1>
<form class="card" method="post" action="${base}/faults"><h2>What goes wrong</h2>
<label>API<select name="fault">${choices(FAULTS, faults.order.fault)}</select></label>
<label>Webhooks<select name="webhook">${choices(REPORT_FAULTS, webhooks.faults.order.fault)}</select></label><button class="plain">Set</button></form>
${accounts.map(section)}`,
    ),
  )
  app.get('/booking/:uid', (c) => c.redirect(`${home}#${c.req.param('uid')}`, 302))
  app.post('/faults', async (c) => {
    const { fault, webhook } = await c.req.parseBody()
    await faults.tell({ fault: CALCOM_FAULTS.find((name) => name === fault) ?? null })
    await webhooks.faults.tell({ fault: WEBHOOK_FAULTS.find((name) => name === webhook) ?? null })
    return c.redirect(home, 303)
  })

  const accountIn = (c: Context): Account => {
    const account = accounts.find(({ options }) => options.username === c.req.param('username'))
    if (!account) throw new CalError(404, 'NotFoundException', 'There is no such account')
    return account
  }
  const startOf = (given: unknown) => {
    const start = Date.parse(`${String(given)}Z`)
    if (Number.isNaN(start)) throw new CalError(400, 'BadRequestException', 'Enter a start')
    return new Date(start).toISOString()
  }
  app.post('/accounts/:username/key', (c) => {
    const { state } = accountIn(c)
    state.isRevoked = !state.isRevoked
    return c.redirect(home, 303)
  })
  app.post('/accounts/:username/bookings', async (c) => {
    const { eventTypeId, name, start } = await c.req.parseBody()
    const attendees = [{ name: String(name), email: 'walk-in@example.com', timeZone: 'America/New_York' }]
    accountIn(c).book({ eventTypeId: Number(eventTypeId), start: startOf(start), attendees })
    return c.redirect(home, 303)
  })
  app.post('/accounts/:username/bookings/:uid', async (c) => {
    const account = accountIn(c)
    const uid = c.req.param('uid')
    const form = await c.req.parseBody()
    if (form.do === 'move') account.move(uid, startOf(form.start), 'Moved by the host')
    else account.cancel(uid, 'By the host', form.do === 'reject' ? 'rejected' : 'cancelled')
    return c.redirect(home, 303)
  })
  return app
}
