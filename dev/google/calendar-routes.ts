import type { calendar_v3 } from '@googleapis/calendar'
import { Hono } from 'hono'
import { type GoogleEvent, instantOf } from './account.ts'
import { type Ctx, type Env, type Play, readJson } from './context.ts'
import { GoogleError, invalid } from './errors.ts'

const SCOPE = 'https://www.googleapis.com/auth/calendar'
const PAGE = 250

/** Rejects the request unless the token has one of the scopes. */
function needs(c: Ctx, ...names: string[]) {
  const scopes = c.get('scopes')
  if (names.some((name) => scopes.includes(`${SCOPE}.${name}`)) || scopes.includes(SCOPE)) return
  throw new GoogleError(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.')
}

/** Returns the calendar in the path, whose events the token is allowed to read or write. */
function calendarOf(c: Ctx): string {
  const { id, role } = c.get('account').calendar(c.req.param('calendarId') ?? '')
  needs(c, 'events', ...(role === 'owner' ? ['events.owned'] : []))
  if (c.req.method !== 'GET' && role !== 'owner' && role !== 'writer') {
    throw new GoogleError(403, 'requiredAccessLevel', 'You need to have writer access to this calendar.')
  }
  return id
}

function instantIn(text: unknown): number | undefined {
  if (text === undefined) return undefined
  const instant =
    typeof text === 'string' && /T.*(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(instant)) throw invalid('Bad Request')
  return instant
}

/** Returns the routes of Calendar API v3 that the product uses: calendars, events, and busy times. */
export function calendarRoutes({ faults, clock }: Play): Hono<Env> {
  const app = new Hono<Env>()
  const absolute = (c: Ctx, event: GoogleEvent): GoogleEvent => ({
    ...event,
    htmlLink: new URL(c.req.url).href.replace(/\/calendar\/v3\/.*$/, event.htmlLink ?? ''),
  })
  const send = (c: Ctx, event: GoogleEvent) => c.json(absolute(c, event), 200, { ETag: event.etag ?? '""' })
  /** Rejects the change if the If-Match header names a different version of the event. */
  const checkVersion = (c: Ctx, { etag }: GoogleEvent) => {
    const known = c.req.header('if-match')
    if (known === undefined || known === '*' || known === etag) return
    throw new GoogleError(412, 'conditionNotMet', 'Precondition Failed')
  }

  app.get('/users/me/calendarList', (c) => {
    needs(c, 'calendarlist.readonly', 'calendarlist', 'readonly')
    const { calendars, email, timezone } = c.get('account')
    const items = calendars.map(
      ({ id, name, role }): calendar_v3.Schema$CalendarListEntry => ({
        kind: 'calendar#calendarListEntry',
        id,
        summary: name,
        timeZone: timezone,
        accessRole: role,
        selected: true,
        ...(id === email && { primary: true }),
      }),
    )
    return c.json({ kind: 'calendar#calendarList', items } satisfies calendar_v3.Schema$CalendarList)
  })

  app.post('/freeBusy', async (c) => {
    needs(c, 'freebusy', 'readonly', 'events.freebusy')
    const { timeMin, timeMax, items = [] } = (await readJson(c)) as calendar_v3.Schema$FreeBusyRequest
    const from = instantIn(timeMin)
    const to = instantIn(timeMax)
    if (from === undefined || to === undefined) throw invalid('Missing time range.')
    if (to <= from) throw new GoogleError(400, 'timeRangeEmpty', 'The specified time range is empty.')
    const account = c.get('account')
    const calendars = Object.fromEntries(
      items.map(({ id }): [string, calendar_v3.Schema$FreeBusyCalendar] => {
        const isKnown = account.calendars.some((each) => each.id === id)
        return [
          id ?? '',
          isKnown
            ? { busy: account.busy(id ?? '', from, to) }
            : { errors: [{ domain: 'global', reason: 'notFound' }], busy: [] },
        ]
      }),
    )
    return c.json({ kind: 'calendar#freeBusy', timeMin, timeMax, calendars })
  })

  const EVENTS = '/calendars/:calendarId/events'
  app.get(EVENTS, (c) => {
    const calendarId = calendarOf(c)
    const { timeMin, timeMax, showDeleted, maxResults, pageToken } = c.req.query()
    const from = instantIn(timeMin)
    const to = instantIn(timeMax)
    const found = c.get('account').list(calendarId, {
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
      deleted: showDeleted === 'true',
    })
    const start = Number(pageToken ?? 0)
    const end = start + Math.min(Number(maxResults ?? PAGE) || PAGE, 2_500)
    return c.json({
      kind: 'calendar#events',
      updated: clock().toISOString(),
      items: found.slice(start, end).map((event) => absolute(c, event)),
      ...(end < found.length && { nextPageToken: String(end) }),
    })
  })
  app.post(EVENTS, async (c) => {
    const calendarId = calendarOf(c)
    const account = c.get('account')
    const event = (await readJson(c)) as GoogleEvent
    instantOf(event.start)
    instantOf(event.end)
    const fault = faults.current('calendar', account.email)
    if (fault === 'taken') {
      faults.spend()
      account.insert(calendarId, { summary: 'Somebody else', start: event.start ?? {}, end: event.end ?? {} })
    }
    const made = account.insert(calendarId, event)
    if (fault === 'lost') {
      faults.spend()
      throw new GoogleError(503, 'backendError', 'Backend Error')
    }
    return send(c, made)
  })

  const EVENT = `${EVENTS}/:eventId`
  app.get(EVENT, (c) => send(c, c.get('account').get(calendarOf(c), c.req.param('eventId'))))
  app.on(['PATCH', 'PUT'], EVENT, async (c) => {
    const calendarId = calendarOf(c)
    const account = c.get('account')
    checkVersion(c, account.get(calendarId, c.req.param('eventId')))
    return send(c, account.patch(calendarId, c.req.param('eventId'), (await readJson(c)) as GoogleEvent))
  })
  app.delete(EVENT, (c) => {
    const calendarId = calendarOf(c)
    const account = c.get('account')
    checkVersion(c, account.get(calendarId, c.req.param('eventId')))
    account.remove(calendarId, c.req.param('eventId'))
    return c.body(null, 204)
  })
  return app
}
