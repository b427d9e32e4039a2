import { connect } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createApp } from '../../../server/app/app.ts'
import { openPorts } from '../../../server/app/listen.ts'
import { createLog } from '../../../server/base/log.ts'
import { RateLimited } from '../../../server/base/vendor-errors.ts'
import { failureOf } from '../../../server/http/failure.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { freePorts } from '../../support/program.ts'
import { sharedServer } from '../../support/server.ts'

const server = await sharedServer()

const coded = (code: string, message = 'failed') => Object.assign(new Error(message), { code })

describe('an error', () => {
  it.each([
    coded('ECONNREFUSED'),
    coded('57P01', 'terminating connection due to administrator command'),
    coded('57014', 'canceling statement due to statement timeout'),
    coded('53100', 'could not extend file: No space left on device'),
    coded('53300'),
    coded('08006'),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
    new AggregateError([coded('ECONNREFUSED')]),
  ])('of the database is 503: %s', (error) => {
    expect(failureOf(error).status).toBe(503)
  })

  it.each([coded('23505'), coded('42P01'), new TypeError('x is not a function'), 'text', null])(
    'of the product is 500: %s',
    (error) => {
      expect(failureOf(error).status).toBe(500)
    },
  )
})

describe('a Retry-After header', () => {
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toUTCString()

  type Wait = [given: string | null, seconds: number]

  it.each<Wait>([
    ['120', 120],
    [inMinutes(2), 120],
    ['999999', 3_600],
    [inMinutes(600), 3_600],
    ...['soon', '-5', '0', '1e3', 'Infinity', '', inMinutes(-60), null].map((given): Wait => [given, 10]),
  ])('of %s is a wait of %i seconds', (given, expected) => {
    const { seconds } = new RateLimited('HubSpot', given, { usual: 10, most: 3_600 })
    // A date has no fractions of a second, and time passes.
    expect(Math.abs(seconds - expected)).toBeLessThanOrEqual(expected === 120 ? 5 : 0)
  })
})

describe('a client that disconnects', () => {
  /** Sends the start of a request to the real server, breaks the connection, and returns the logged lines. */
  async function logOf(head: string): Promise<Record<string, unknown>> {
    const { promise: logged, resolve } = Promise.withResolvers<string>()
    const log = createLog({ level: 'info', isWatched: false, to: { write: resolve } })
    const app = createApp({ ...server.deps, log }, server.standIns)
    const [console = 0, api = 0, widget = 0] = await freePorts(3)
    const ports = { console, api, widget }
    const close = await openPorts(
      { ports, hosts: ['127.0.0.1'] },
      { console: app.console.fetch, api: app.api.fetch, widget: app.widget.fetch },
    )
    onTestFinished(close)
    const socket = connect(api, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(head, () => socket.destroy())
    return JSON.parse(await logged)
  }

  it.each(['Content-Length: 1000\r\n\r\n{"phone":', 'Transfer-Encoding: chunked\r\n\r\n9\r\n{"phone":\r\n'])(
    'in the middle of a body is not a server error',
    async (rest) => {
      const token = await server.tokenFor('owner@fieldhand.test')
      const line = await logOf(
        `PUT /api/v1/organizations/org_freshcut/profile HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n${rest}`,
      )
      expect(line).toMatchObject({ level: 30, method: 'PUT', status: 400 })
    },
  )
})
