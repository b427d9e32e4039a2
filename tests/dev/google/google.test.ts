import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startGoogle } from '../../../dev/google/google.ts'
import { SCOPES } from '../../../server/google/config.ts'
import {
  answerConsent,
  askTokens,
  clientOf,
  connect,
  consentRequest,
  REDIRECT,
  redeem,
} from '../../support/google-account.ts'

let now = new Date('2026-05-04T12:00:00Z')
const google = await startGoogle({ clock: () => now, app: { redirectUris: [REDIRECT] } })
const { url } = google
beforeEach(() => google.clear())
afterAll(() => google.close())

const at = (time: string) => ({ dateTime: `2026-05-05T${time}:00Z` })
const [start, end] = [at('15:00'), at('15:30')]
const calendarId = 'primary'
const status = (code: number) => expect.objectContaining({ status: code })

describe('consent', () => {
  it('names what is asked for, and leads back with a code and the state', async () => {
    const page = await (await fetch(`${url}/o/oauth2/v2/auth?${consentRequest()}`)).text()
    expect(page).toContain('Fieldhand wants access')
    expect(page).toContain('delete events on Google calendars you own')
    const target = new URL(await answerConsent(url, consentRequest()))
    expect(target.href.startsWith(REDIRECT)).toBe(true)
    expect(target.searchParams.get('state')).toBe('s-1')
    const denied = new URL(await answerConsent(url, consentRequest(), { answer: 'deny' }))
    expect(Object.fromEntries(denied.searchParams)).toEqual({ error: 'access_denied', state: 's-1' })
  })

  it.each([
    ['client_id', 'another', 'invalid_client'],
    ['redirect_uri', `${REDIRECT}/x`, 'redirect_uri_mismatch'],
    ['scope', 'https://www.googleapis.com/auth/drive', 'invalid_scope'],
    ['scope', '', 'scope'],
  ])('leads nowhere if %s is "%s"', async (name, value, reason) => {
    const answer = await fetch(`${url}/o/oauth2/v2/auth?${consentRequest({ [name]: value })}`)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain(reason)
  })

  it('gives a code that is redeemed once, with its verifier, for its URL', async () => {
    const target = await answerConsent(url, consentRequest())
    const tokens = await redeem(url, target)
    expect(tokens).toMatchObject({ expires_in: 3_599, token_type: 'Bearer', scope: SCOPES.join(' ') })
    expect((await redeem(url, target)).error).toBe('invalid_grant')
    const again = await answerConsent(url, consentRequest())
    expect((await redeem(url, again, { code_verifier: 'x' })).error).toBe('invalid_grant')
    const third = await answerConsent(url, consentRequest())
    expect((await redeem(url, third, { client_secret: 'x' })).error).toBe('invalid_client')
  })

  it('gives a refresh token only for offline access', async () => {
    const online = await redeem(url, await answerConsent(url, consentRequest({ access_type: 'online' })))
    expect(online.refresh_token).toBeUndefined()
  })

  it('grants what the user left checked', async () => {
    const { tokens, client } = await connect(url, { granted: SCOPES.slice(1) })
    expect(tokens.scope).toBe(SCOPES.slice(1).join(' '))
    await expect(client.events.list({ calendarId })).rejects.toEqual(status(403))
    expect((await client.calendarList.list()).data.items).toHaveLength(3)
  })
})

describe('tokens', () => {
  it('expire after an hour, and are refreshed', async () => {
    const { tokens, client } = await connect(url)
    now = new Date(now.getTime() + 3_600_000)
    await expect(client.calendarList.list()).rejects.toEqual(status(401))
    const next = await askTokens(url, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
    expect((await (await clientOf(url, next.access_token)).calendarList.list()).status).toBe(200)
  })

  it('end by revoking one, or by the user', async () => {
    const { tokens, client } = await connect(url)
    await fetch(`${url}/revoke?token=${encodeURIComponent(tokens.refresh_token)}`, { method: 'POST' })
    await expect(client.calendarList.list()).rejects.toEqual(status(401))
    const again = await connect(url)
    await fetch(`${url}/accounts/greenacres.example@gmail.com/remove-app`, { method: 'POST' })
    const refused = await askTokens(url, {
      grant_type: 'refresh_token',
      refresh_token: again.tokens.refresh_token,
    })
    expect(refused.error).toBe('invalid_grant')
  })
})

describe('events', () => {
  it('keep the ids of the caller, once', async () => {
    const { client } = await connect(url)
    const requestBody = { id: 'c1234', summary: 'Call', start, end }
    const { data } = await client.events.insert({ calendarId, requestBody })
    expect(data).toMatchObject({ id: 'c1234', status: 'confirmed', htmlLink: `${url}/event?eid=c1234` })
    await expect(client.events.insert({ calendarId, requestBody })).rejects.toEqual(status(409))
    await expect(
      client.events.insert({ calendarId, requestBody: { ...requestBody, id: 'xyz' } }),
    ).rejects.toEqual(status(400))
    await expect(client.events.get({ calendarId, eventId: 'c9999' })).rejects.toEqual(status(404))
  })

  it('move, and stay readable after they are deleted', async () => {
    const { client } = await connect(url)
    const requestBody = { id: 'c1234', start, end }
    const made = await client.events.insert({ calendarId, requestBody })
    const target = { calendarId, eventId: 'c1234' }
    const moved = await client.events.patch({
      ...target,
      requestBody: { start: at('16:00'), end: at('16:30') },
    })
    expect(moved.data.etag).not.toBe(made.data.etag)
    const headers = { 'If-Match': made.data.etag ?? '' }
    await expect(client.events.delete(target, { headers })).rejects.toEqual(status(412))
    await client.events.delete(target)
    await expect(client.events.delete(target)).rejects.toEqual(status(410))
    expect((await client.events.get(target)).data.status).toBe('cancelled')
    expect((await client.events.list({ calendarId })).data.items).toEqual([])
    expect((await client.events.list({ calendarId, showDeleted: true })).data.items).toHaveLength(1)
  })

  it('make a calendar busy, unless they are free', async () => {
    const { client } = await connect(url)
    const add = (from: string, to: string, transparency?: string) =>
      client.events.insert({
        calendarId,
        requestBody: { start: at(from), end: at(to), ...(transparency && { transparency }) },
      })
    await add('10:00', '11:00')
    await add('10:30', '12:00')
    await add('13:00', '14:00', 'transparent')
    const requestBody = {
      timeMin: at('09:00').dateTime,
      timeMax: at('18:00').dateTime,
      items: [{ id: 'greenacres.example@gmail.com' }, { id: 'unknown' }],
    }
    const { data } = await client.freebusy.query({ requestBody })
    expect(data.calendars).toEqual({
      'greenacres.example@gmail.com': {
        busy: [{ start: '2026-05-05T10:00:00Z', end: '2026-05-05T12:00:00Z' }],
      },
      unknown: { busy: [], errors: [{ domain: 'global', reason: 'notFound' }] },
    })
  })

  it('are listed page by page within a time', async () => {
    const { client } = await connect(url)
    for (const hour of ['10', '11', '12']) {
      await client.events.insert({
        calendarId,
        requestBody: { start: at(`${hour}:00`), end: at(`${hour}:30`) },
      })
    }
    const query = { calendarId, timeMin: at('10:30').dateTime, timeMax: at('12:30').dateTime, maxResults: 1 }
    const first = (await client.events.list(query)).data
    expect(first.items?.map((event) => event.start)).toEqual([at('11:00')])
    const pageToken = first.nextPageToken ?? ''
    expect((await client.events.list({ ...query, pageToken })).data.items).toMatchObject([
      { start: at('12:00') },
    ])
  })

  it('cannot be added to a calendar of others', async () => {
    const { client } = await connect(url)
    const calendarId = 'en.usa#holiday@group.v.calendar.google.com'
    await expect(client.events.insert({ calendarId, requestBody: { start, end } })).rejects.toEqual(
      status(403),
    )
  })
})

describe('faults', () => {
  it.each([
    ['limited', 429],
    ['quota', 403],
    ['down', 503],
    ['html', 502],
    ['expired', 401],
  ] as const)('%s answers %d once', async (fault, code) => {
    const { client } = await connect(url)
    await google.faults.tell({ fault, times: 1, ms: 7_000 })
    await expect(client.calendarList.list()).rejects.toEqual(status(code))
    expect((await client.calendarList.list()).status).toBe(200)
  })

  it('take the time before an event is added, or lose the answer after it', async () => {
    const { client } = await connect(url)
    await google.faults.tell({ fault: 'taken', times: 1 })
    await client.events.insert({ calendarId, requestBody: { start, end } })
    expect(google.account().list('primary')).toHaveLength(2)
    await google.faults.tell({ fault: 'lost', times: 1 })
    await expect(client.events.insert({ calendarId, requestBody: { start, end } })).rejects.toEqual(
      status(503),
    )
    expect(google.account().list('primary')).toHaveLength(3)
  })
})

describe('the page', () => {
  it('adds, moves, and deletes events, and sets a fault', async () => {
    const post = (path: string, form: Record<string, string>) =>
      fetch(url + path, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
    const path = '/accounts/greenacres.example@gmail.com/calendars/greenacres.example%40gmail.com'
    await post(path, { summary: '<b>Dentist</b>', start: '2026-05-05T15:00', minutes: '60' })
    const [event] = google.account().list('primary')
    expect(await (await fetch(url)).text()).toContain('&lt;b&gt;Dentist')
    await post(`${path}/${event?.id}`, { do: 'move', start: '2026-05-05T17:00' })
    expect(google.account().list('primary')).toMatchObject([
      { end: { dateTime: '2026-05-05T18:00:00.000Z' } },
    ])
    await post(`${path}/${event?.id}`, { do: 'delete' })
    expect(google.account().list('primary')).toEqual([])
    await post('/faults', { fault: 'down' })
    expect(google.faults.order.fault).toBe('down')
  })
})
