import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inflateSync } from 'node:zlib'

/** How a third party behaves: normally, dropping connections, never responding, or sending invalid responses. */
export type Mood = 'well' | 'down' | 'slow' | 'rubbish'

/** The third parties that a sink simulates, by path prefix. */
export const PARTIES = { errors: '/api/', geo: '/geo', tour: '/tour', tags: '/gtm' } as const
export type Party = keyof typeof PARTIES

export interface Received {
  party: Party | null
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: Buffer
}

export interface Sink {
  origin: string
  /** All received requests in order, except preflights. */
  received: Received[]
  of(party: Party): Received[]
  /** Returns the items in the error service's envelopes, by type. Recordings are inflated. */
  items(type: string): unknown[]
  mood: Record<Party, Mood>
  /** The response to the lookup by IP address. */
  place: object
  clear(): void
  close(): Promise<void>
}

/** Returns a script that sends the stub's queue, as the real tour script does. */
const TOUR_SCRIPT = (origin: string) => `
const send = (method, args) => fetch('${origin}/tour/' + method, { method: 'POST', body: JSON.stringify(args, (_, value) => typeof value === 'function' ? 'function' : value) })
for (const method of ['init', 'identify', 'group', 'reset', 'disableEvalJs', 'setUrlFilter', 'setCustomNavigate']) {
  window.userflow[method] = async (...args) => void (await send(method, args))
}`

const TAG_SCRIPT = (origin: string) =>
  `fetch('${origin}/gtm/seen', { method: 'POST', body: JSON.stringify(window.dataLayer) })`

function textOf(payload: Buffer): string {
  // A recording consists of a header line and the events, which are deflated if the browser supports that.
  const end = payload.indexOf(10)
  const events = payload.subarray(end + 1)
  return events[0] === 0x78 ? inflateSync(events).toString() : events.toString()
}

/** Returns the items of an envelope: a header line, followed by a header line and a payload for each item. */
function itemsOf(body: Buffer): { type: string; payload: unknown }[] {
  const items: { type: string; payload: unknown }[] = []
  let at = body.indexOf(10) + 1
  while (at > 0 && at < body.length) {
    const lineEnd = body.indexOf(10, at)
    if (lineEnd < 0) break
    const header = JSON.parse(body.subarray(at, lineEnd).toString()) as { type: string; length?: number }
    const start = lineEnd + 1
    const next = header.length === undefined ? body.indexOf(10, start) : start + header.length
    const end = next < 0 ? body.length : next
    const payload = body.subarray(start, end)
    items.push({
      type: header.type,
      payload: header.type === 'replay_recording' ? textOf(payload) : JSON.parse(payload.toString()),
    })
    at = end + 1
  }
  return items
}

const SCRIPTS: Record<string, (origin: string) => string> = {
  '/tour/userflow.js': TOUR_SCRIPT,
  '/gtm.js': TAG_SCRIPT,
}

/** Returns the body of a request, or null if it was cut off. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  } catch {
    return null
  }
}

/** Starts a local server that simulates all monitoring services and records what it receives. */
export async function openSink(port: number): Promise<Sink> {
  const received: Received[] = []
  const mood: Sink['mood'] = { errors: 'well', geo: 'well', tour: 'well', tags: 'well' }
  const sink: Sink = {
    origin: `http://127.0.0.1:${port}`,
    received,
    of: (party) => received.filter((each) => each.party === party),
    items: (type) =>
      sink
        .of('errors')
        .flatMap(({ body }) => itemsOf(body))
        .filter((item) => item.type === type)
        .map(({ payload }) => payload),
    mood,
    place: {},
    clear() {
      received.length = 0
      Object.assign(mood, { errors: 'well', geo: 'well', tour: 'well', tags: 'well' })
      sink.place = { country_name: 'United States', region: 'Ohio' }
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
  sink.clear()

  const answer = (response: ServerResponse, type: string, body: string) => {
    response.writeHead(200, { 'Content-Type': type }).end(body)
  }
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', sink.origin)
    const party = (Object.keys(PARTIES) as Party[]).find((name) => pathname.startsWith(PARTIES[name])) ?? null
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Access-Control-Allow-Headers', '*')
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    const body = await bodyOf(request)
    if (body === null) return
    received.push({
      party,
      method: request.method ?? '',
      path: pathname,
      query: searchParams,
      headers: request.headers,
      body,
    })
    const how = party ? mood[party] : 'well'
    if (how === 'down') return void request.socket.destroy()
    if (how === 'slow') return
    if (how === 'rubbish') return answer(response, 'text/html', '<!doctype html><h1>It works!</h1>')
    const script = SCRIPTS[pathname]
    if (script) return answer(response, 'text/javascript', script(sink.origin))
    return answer(response, 'application/json', pathname === '/geo' ? JSON.stringify(sink.place) : '{}')
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  const { port: opened } = server.address() as AddressInfo
  if (opened !== port) throw new Error(`The sink opened port ${opened} instead of ${port}`)
  return sink
}
