import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { modelAnswer } from './model-answer.ts'

/** What a model answers, by the visitor's message. */
type Recording = Record<string, Parameters<typeof modelAnswer>[0]>

interface Asked {
  messages: { role: string; content: string }[]
}

/** Starts an OpenAI-compatible endpoint whose text is a function of the visitor's message and the prompt. */
export async function startAnsweringModel(textFor: (message: string, prompt: string) => string) {
  let requests = 0
  const endpoint = createServer(async (request, response) => {
    const { messages } = JSON.parse((await request.setEncoding('utf8').toArray()).join('')) as Asked
    requests += 1
    const content = textFor(messages.at(-1)?.content ?? '', messages[0]?.content ?? '')
    response
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end(JSON.stringify({ id: 'x', choices: [{ index: 0, message: { content }, finish_reason: 'stop' }] }))
  })
  await once(endpoint.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/v1`,
    requests: () => requests,
    close: () => endpoint.close().closeAllConnections(),
  }
}

/** Starts a model that replays answers. It has none to any other message. */
export function startRecordedModel(path: string) {
  const recording = JSON.parse(readFileSync(path, 'utf8')) as Recording
  return startAnsweringModel((message) => modelAnswer(recording[message]))
}
