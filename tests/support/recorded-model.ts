import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The output of a model in one round: text or tool calls. */
type Round = string | { calls: [name: string, input: object][] }

/** Rounds by the visitor's message that they respond to. */
type Recording = Record<string, Round[]>

interface Asked {
  messages: { role: string; content: string | null }[]
}

/** Starts an OpenAI-compatible endpoint that replays a model's output. Its response to any other message is useless. */
export async function startRecordedModel(path: string) {
  const recording = JSON.parse(readFileSync(path, 'utf8')) as Recording
  let requests = 0
  const endpoint = createServer(async (request, response) => {
    const { messages } = JSON.parse((await request.setEncoding('utf8').toArray()).join('')) as Asked
    requests += 1
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(
      JSON.stringify({
        id: 'x',
        object: 'chat.completion',
        created: 0,
        model: 'm',
        choices: [choiceOf(recording, messages)],
      }),
    )
  })
  await once(endpoint.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/v1`,
    requests: () => requests,
    close: () => endpoint.close().closeAllConnections(),
  }
}

function choiceOf(recording: Recording, messages: Asked['messages']) {
  const last = messages.findLastIndex(({ role }) => role === 'user')
  const rounds = recording[messages[last]?.content ?? ''] ?? []
  const round = rounds[messages.slice(last).filter(({ role }) => role === 'assistant').length] ?? ''
  const message =
    typeof round === 'string'
      ? { role: 'assistant', content: round }
      : {
          role: 'assistant',
          content: null,
          tool_calls: round.calls.map(([name, input], index) => ({
            id: `call_${index}`,
            type: 'function',
            function: { name, arguments: JSON.stringify(input) },
          })),
        }
  return { index: 0, message, finish_reason: 'stop' }
}
