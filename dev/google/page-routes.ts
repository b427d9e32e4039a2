import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { type Html, sendPage } from '../lib/page.ts'
import { type Account, type GoogleEvent, instantOf } from './account.ts'
import { accountOf, type Env, GOOGLE_FAULTS, type GoogleFault, type Play } from './context.ts'
import { GoogleError } from './errors.ts'

/** The description of each fault on the page. */
const FAULTS: Record<GoogleFault, string> = {
  revoked: 'No token is accepted',
  expired: 'Access tokens are not accepted, and can be refreshed',
  limited: 'Too many requests (429, with Retry-After)',
  quota: 'Too many requests (403)',
  down: 'Out of order (503)',
  html: 'Returns an HTML page (502)',
  slow: 'Slow (5 seconds)',
  taken: 'Somebody else takes the time just before an event is added',
  lost: 'An event is added, but the answer gets lost',
}

/** Returns the page for users: events to add, move, and delete in each calendar, the app to remove, and faults. */
export function pageRoutes(play: Play): Hono<Env> {
  const { base, tokens, faults, app: registered } = play
  const app = new Hono<Env>()
  const home = base || '/'
  const nav: Html = html`<a href="${home}">Calendars</a>`

  app.onError((error, c) => {
    if (!(error instanceof GoogleError)) throw error
    const body = html`<div class="card" role="alert"><h1>Google rejects this</h1><p>${error.message}</p></div>`
    return sendPage(c, { product: 'Google', title: error.message, nav, isNarrow: true, body }, 400)
  })

  const eventRow = ({ timezone }: Account, action: string, event: GoogleEvent) => {
    const time = new Intl.DateTimeFormat('en', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: timezone,
    })
    return html`<tr id="${event.id}"><td>${time.format(instantOf(event.start))} to ${time.format(instantOf(event.end))}</td>
<td>${event.summary ?? '(No title)'}<br><span class="quiet text">${event.description ?? ''}</span></td>
<td><form method="post" action="${action}/${event.id}"><label>New start (UTC)<input type="datetime-local" name="start" value="${utc(instantOf(event.start))}"></label>
<div class="bar"><button class="plain" name="do" value="move">Move</button><button class="plain" name="do" value="delete">Delete</button></div></form></td></tr>`
  }

  app.get('/', (c) => {
    const { fault } = faults.order
    const body = html`<h1>Calendars</h1>
<form class="card" method="post" action="${base}/faults"><h2>What goes wrong</h2>
<label>Fault<select name="fault"><option value="">Nothing</option>${GOOGLE_FAULTS.map(
      (name) => html`<option value="${name}" ${name === fault ? 'selected' : ''}>${FAULTS[name]}</option>`,
    )}</select></label><button class="plain">Set</button></form>
${play.accounts.map(
  (account) => html`<section class="card"><h2>${account.name} <span class="quiet">${account.email}</span></h2>
${
  tokens.isConnected(account.email)
    ? html`<form method="post" action="${base}/accounts/${account.email}/remove-app"><button class="plain">Remove ${registered.name}'s access</button></form>`
    : html`<p class="quiet">${registered.name} has no access.</p>`
}
${account.calendars
  .filter(({ role }) => role === 'owner')
  .map(({ id, name }) => {
    const action = `${base}/accounts/${account.email}/calendars/${encodeURIComponent(id)}`
    const events = account.list(id)
    return html`<h2>${name}</h2>
${events.length > 0 ? html`<table><thead><tr><th>When (${account.timezone})</th><th>What</th><th>Change</th></tr></thead><tbody>${events.map((event) => eventRow(account, action, event))}</tbody></table>` : html`<p class="quiet">No events</p>`}
<form method="post" action="${action}"><label>Title<input name="summary" value="Dentist"></label>
<label>Start (UTC)<input type="datetime-local" name="start" required></label>
<label>Minutes<input type="number" name="minutes" value="60" min="1" max="1440"></label><button>Add an event</button></form>`
  })}</section>`,
)}`
    return sendPage(c, { product: 'Google', title: 'Calendars', nav, body })
  })
  app.get('/event', (c) => c.redirect(`${home}#${c.req.query('eid') ?? ''}`, 302))

  app.post('/faults', async (c) => {
    const { fault } = await c.req.parseBody()
    await faults.tell({ fault: GOOGLE_FAULTS.find((name) => name === fault) ?? null })
    return c.redirect(home, 303)
  })
  app.post('/accounts/:email/remove-app', (c) => {
    tokens.removeApp(c.req.param('email'))
    return c.redirect(home, 303)
  })

  const CALENDAR = '/accounts/:email/calendars/:calendarId'
  const timesOf = (start: unknown, ms: number) => {
    const from = Date.parse(`${String(start)}Z`)
    if (Number.isNaN(from)) throw new GoogleError(400, 'invalid', 'Enter a start')
    const at = (instant: number) => ({ dateTime: new Date(instant).toISOString() })
    return { start: at(from), end: at(from + ms) }
  }
  const accountIn = (c: Context) => accountOf(play, c.req.param('email') ?? '')
  app.post(CALENDAR, async (c) => {
    const { summary, start, minutes } = await c.req.parseBody()
    const times = timesOf(start, Number(minutes) * 60_000)
    accountIn(c).insert(c.req.param('calendarId'), { summary: String(summary), ...times })
    return c.redirect(home, 303)
  })
  app.post(`${CALENDAR}/:eventId`, async (c) => {
    const { calendarId, eventId } = c.req.param()
    const form = await c.req.parseBody()
    const account = accountIn(c)
    if (form.do === 'delete') account.remove(calendarId, eventId)
    else {
      const event = account.get(calendarId, eventId)
      account.patch(calendarId, eventId, timesOf(form.start, instantOf(event.end) - instantOf(event.start)))
    }
    return c.redirect(home, 303)
  })
  return app
}

const utc = (instant: number) => new Date(instant).toISOString().slice(0, 16)
