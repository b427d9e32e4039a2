import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach } from 'vitest'

type Page = string | ((request: IncomingMessage, response: ServerResponse) => void)

/** Starts a host of calendars. A page is either a calendar's text or its own request handler. */
export async function feedHost() {
  let pages: Record<string, Page> = {}
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    const page = pages[request.url ?? '']
    if (typeof page === 'function') return page(request, response)
    if (page === undefined) return response.writeHead(404).end()
    response.writeHead(200, { 'Content-Type': 'text/calendar' }).end(page)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  beforeEach(() => {
    pages = {}
    requests.length = 0
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    requests,
    /** Serves a page at a path and returns its URL. */
    serve(path: string, page: Page): string {
      pages[path] = page
      return origin + path
    },
  }
}

/** Returns a calendar with events, each given by its lines. */
export const calendarOf = (...events: string[][]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Test//Test//EN',
    ...events.flatMap((lines, index) => [
      'BEGIN:VEVENT',
      ...(lines.some((line) => line.startsWith('UID')) ? [] : [`UID:event-${index}`]),
      'DTSTAMP:20261101T000000Z',
      ...lines,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
