import { pino } from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { createAddressSearch } from '../../../server/places/address-search.ts'
import { eventually } from '../../support/eventually.ts'
import { mapHost, suggestion } from '../../support/map-host.ts'

const host = await mapHost()
const lines: string[] = []
const log = pino({ base: null }, { write: (line) => void lines.push(line) })
const search = createAddressSearch(log, host.config)
const TEXT = '12 Elm'
const find = (changes: Partial<Parameters<typeof search>[0]> = {}, of = search) =>
  of({
    organizationId: 'org_one',
    text: TEXT,
    near: null,
    session: 'a-session',
    signal: new AbortController().signal,
    ...changes,
  })

beforeEach(() => {
  lines.length = 0
})

describe('the address search', () => {
  it('asks for addresses near the business', async () => {
    host.answer([suggestion('12 Elm Street')])
    const found = await find({ text: '12 Elm; apt', near: { latitude: 39.96, longitude: -83 } })
    expect(found).toEqual(['12 Elm Street, Columbus, Ohio 43215'])
    const [url] = host.requests
    expect(url?.pathname).toBe('/search/searchbox/v1/suggest')
    expect(Object.fromEntries(url?.searchParams ?? [])).toEqual({
      q: '12 Elm  apt',
      language: 'en',
      types: 'address',
      limit: '5',
      proximity: '-83,39.96',
      session_token: 'a-session',
      access_token: 'pk.secret',
    })
    await find()
    expect(host.requests[1]?.searchParams.has('proximity')).toBe(false)
  })

  it('returns five different readable lines', async () => {
    host.answer([
      null,
      { full_address: 'no name' },
      suggestion('1\u0000 Elm\u202e\n  Street'),
      suggestion('1 Elm Street'),
      suggestion('<img src=x onerror=alert(1)>'),
      { name: '3 Elm Street', place_formatted: 'Columbus' },
      suggestion('x'.repeat(600)),
      ...['4', '5', '6', '7'].map((number) => suggestion(`${number} Elm Street`)),
    ])
    expect(await find()).toEqual([
      '1 Elm Street, Columbus, Ohio 43215',
      '<img src=x onerror=alert(1)>, Columbus, Ohio 43215',
      '3 Elm Street, Columbus',
      '4 Elm Street, Columbus, Ohio 43215',
      '5 Elm Street, Columbus, Ohio 43215',
    ])
  })

  it.each([
    ['refuses', (response) => response.writeHead(401).end('{"message":"Not Authorized"}')],
    ['redirects', (response) => response.writeHead(302, { Location: '/elsewhere' }).end()],
    ['sends a page', (response) => response.end('<html>12 Elm</html>')],
    ['sends something else', (response) => response.end('{"suggestions":"12 Elm"}')],
    ['sends too much', (response) => response.end(JSON.stringify({ suggestions: ['x'.repeat(300_000)] }))],
    ['hangs up', (response) => response.destroy()],
  ] satisfies [string, Parameters<typeof host.answer>[0]][])(
    'suggests nothing if the service %s, and logs neither the text nor the token',
    async (_, answer) => {
      host.answer(answer)
      expect(await find()).toEqual([])
      expect(lines.join()).toContain('addresses could not be suggested')
      expect(lines.join()).not.toMatch(/12 Elm|pk\.secret/)
      host.answer([suggestion('12 Elm Street')])
      expect(await find()).toHaveLength(1)
    },
  )

  it('does not wait for a slow service, nor for one that nobody waits for', async () => {
    host.answer(() => undefined)
    expect(await find({}, createAddressSearch(log, host.config, 50))).toEqual([])
    expect(lines.join()).toContain('TimeoutError')
    lines.length = 0
    const controller = new AbortController()
    const found = find({ signal: controller.signal })
    await eventually(() => expect(host.requests).toHaveLength(2))
    controller.abort()
    expect(await found).toEqual([])
    expect(lines).toEqual([])
  })

  it('leaves room for other businesses', async () => {
    const held: (() => void)[] = []
    host.answer((response) => {
      held.push(() => response.end(JSON.stringify({ suggestions: [suggestion('1 Elm')] })))
    })
    const four = Array.from({ length: 4 }, () => find())
    await eventually(() => expect(held).toHaveLength(4))
    expect(await find()).toEqual([])
    const other = find({ organizationId: 'org_two' })
    await eventually(() => expect(held).toHaveLength(5))
    for (const release of held) release()
    expect((await Promise.all([...four, other])).flat()).toHaveLength(5)
  })
})
