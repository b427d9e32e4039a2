import { setTimeout as wait } from 'node:timers/promises'
import type { ChatSession, ChatUpdate } from '../../src/contract/widget.ts'
import { severalAtOnce } from '../../src/domain/common/several-at-once.ts'
import type { Case } from './cases.ts'
import { type Ending, judge, type Message } from './judge.ts'
import type { EvalServer, Stage } from './server.ts'

/** The result of a case, as it is printed. */
export interface Result extends Ending {
  id: string
  passed: boolean
  failures: string[]
}

/** A response of the API. `ms` excludes waiting for a rate limit. */
interface Answer<Body> {
  status: number
  body: Body & { message?: string }
  ms: number
}

async function post<Body>(url: string, stage: Stage, body: object, token?: string): Promise<Answer<Body>> {
  for (;;) {
    const started = performance.now()
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': stage.address,
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as Answer<Body>['body']
    const ms = Math.round((performance.now() - started) * 10) / 10
    if (response.status !== 429) return { status: response.status, body: answer, ms }
    await wait(1_000 * Number(response.headers.get('Retry-After') ?? 1))
  }
}

export interface PlayOptions {
  /** Whether the agent's messages have `why`. */
  explains?: boolean
}

/** Plays a case through the endpoints that visitors' browsers call, and judges the result. */
export async function playCase(
  server: EvalServer,
  each: Case,
  { explains = false }: PlayOptions = {},
): Promise<Result> {
  const stage = await server.prepare(each)
  const failures: string[] = []
  const messages: Message[] = []
  /** The agent's messages of each response, with the id of the first one, which has the trace. */
  const turns: { id: string; said: Message[] }[] = []
  const hear = ({ messages: all }: ChatUpdate, ms: number) => {
    const heard = all.filter(({ message_type }) => message_type === 'outgoing')
    const said = heard.map(({ content }): Message => ({ from: 'agent', text: content, ms }))
    messages.push(...said)
    turns.push({ id: heard[0]?.id ?? '', said })
  }
  const start = await post<ChatSession>(
    `${server.api}/api/v1/widget/${stage.organizationId}/conversations`,
    stage,
    {},
  )
  if (start.status !== 200) throw new Error(`${each.id} cannot start: ${start.status} ${start.body.message}`)
  const { conversation_id: id, visitor_token: token } = start.body
  hear(start.body, start.ms)
  for (const [index, text] of each.turns.entries()) {
    messages.push({ from: 'visitor', text, ms: null })
    const url = `${server.api}/api/v1/widget/conversations/${id}/messages`
    const body = { client_id: `turn-${index}`, content: text }
    const answer = await post<ChatUpdate>(url, stage, body, token)
    if (answer.status === 200) hear(answer.body, answer.ms)
    // The chat doesn't send what the API rejects, such as a blank message, so the conversation continues.
    else if (answer.status >= 500) failures.push(`turn ${index + 1}: ${answer.status} ${answer.body.message}`)
  }
  if (explains) {
    const traces = await server.tracesOf(id)
    for (const turn of turns) for (const message of turn.said) message.why = traces.get(turn.id) ?? null
  }
  const ending: Ending = { messages, ...(await server.endingOf(id)) }
  if (each.expect) failures.push(...judge(each.expect, ending))
  return { id: each.id, passed: failures.length === 0, failures, ...ending }
}

/**
 * Plays cases in order, or several at a time if there is a model, because of the wait for its responses. Calls
 * `onResult` in the order of the cases.
 */
export async function playAll(
  server: EvalServer,
  cases: readonly Case[],
  onResult: (result: Result) => void = () => {},
  options: PlayOptions = {},
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  await severalAtOnce(server.hasModel ? 8 : 1, cases.entries(), async ([index, each]) => {
    results[index] = await playCase(server, each, options)
    for (let ready = results[next]; ready; ready = results[next]) {
      onResult(ready)
      next += 1
    }
  })
  return results
}
