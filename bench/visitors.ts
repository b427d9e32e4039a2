import { spread } from './statistics.ts'

export const VISITORS = 200
export const ORGANIZATION = 'org_greenacres'
export const SAYINGS = ['Lawn mowing', 'Jane Doe', '614-555-0188', '12 Elm Street, Columbus']

interface Session {
  conversation_id: string
  visitor_token: string
}

interface History {
  messages: { id: string; content: string }[]
}

/** Returns a separate network address for each visitor, as reported by the proxy in front of the server. */
export const addressOf = (visitor: number) => `10.0.${visitor >> 8}.${visitor & 255}`

export async function call<Reply>(
  url: string,
  { visitor, token }: { visitor: number; token: string | null },
  body?: object,
): Promise<Reply> {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': addressOf(visitor),
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as Reply
}

/**
 * Plays one visitor's whole chat. Records the duration of each response. Returns the number of lost acknowledged
 * messages.
 */
async function visit(root: string, visitor: number, latencies: number[]): Promise<number> {
  const timed = async <Reply>(run: () => Promise<Reply>) => {
    const start = performance.now()
    const reply = await run()
    latencies.push(performance.now() - start)
    return reply
  }
  const session = await timed(() =>
    call<Session>(`${root}/${ORGANIZATION}/conversations`, { visitor, token: null }, {}),
  )
  const own = `${root}/conversations/${session.conversation_id}`
  const as = { visitor, token: session.visitor_token }
  const acknowledged = new Set<string>()
  for (const [index, content] of SAYINGS.entries()) {
    const message = { client_id: `bench-${visitor}-${index}`, content }
    const { messages } = await timed(() => call<History>(`${own}/messages`, as, message))
    for (const { id } of messages) acknowledged.add(id)
  }
  const { messages } = await call<History>(own, as)
  const stored = new Set(messages.map(({ id }) => id))
  return [...acknowledged].filter((id) => !stored.has(id)).length
}

/**
 * Runs 200 simultaneous chats with the server at `api`, each until it becomes a lead. Prints the message latencies
 * in milliseconds. Fails if an acknowledged message is not stored.
 */
export async function measureVisitors(api: string): Promise<void> {
  const latencies: number[] = []
  const start = performance.now()
  const visits = Array.from({ length: VISITORS }, (_, visitor) =>
    visit(`${api}/api/v1/widget`, visitor, latencies),
  )
  const lost = (await Promise.all(visits)).reduce((sum, each) => sum + each, 0)
  const seconds = (performance.now() - start) / 1000
  const rate = (latencies.length / seconds).toFixed(0)
  const [median, most, nearlyAll, longest] = spread(latencies, [0.5, 0.95, 0.99, 1]).split(', ')
  process.stdout.write(
    `\n${VISITORS} visitors at once, ${latencies.length} messages in ${seconds.toFixed(1)} s (${rate} a second), ${lost} lost.\n` +
      `Latency ms: median ${median}, 95% ${most}, 99% ${nearlyAll}, longest ${longest}.\n`,
  )
  if (lost > 0) throw new Error(`${lost} acknowledged messages were lost`)
}
