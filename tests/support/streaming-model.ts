import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AskModel, createModel } from '../../server/model/client.ts'
import { modelAnswer, sentence } from './model-answer.ts'

type Rest = Omit<NonNullable<Parameters<typeof modelAnswer>[0]>, 'sentences'>

/** One request to the model, to which the test responds piece by piece. */
export interface Asked {
  body: { stream?: boolean; response_format?: unknown; messages: { role: string; content: string | null }[] }
  /** Sends the next piece of the text. */
  write: (content: string) => void
  /** Sends the next sentence of an answer in the form of the schema. */
  say: (text: string, ...cites: string[]) => void
  /** Sends what follows the sentences, and ends the turn. */
  complete: (rest?: Rest) => void
  /** Ends the turn like a model. */
  finish: () => void
  /** Ends the stream before the turn is over. */
  end: () => void
  /** Breaks the connection. */
  drop: () => void
  /** Resolves when the caller has disconnected. */
  left: Promise<unknown>
}

/** Starts an OpenAI-compatible streaming endpoint that is controlled by the test. */
export async function startStreamingModel() {
  const requests: Asked[] = []
  let arrived = Promise.withResolvers<void>()
  const endpoint = createServer(async (request, response) => {
    const text = (await request.setEncoding('utf8').toArray()).join('')
    response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' }).flushHeaders()
    requests.push(asked(JSON.parse(text), response))
    arrived.resolve()
  })
  await once(endpoint.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/v1`
  return {
    /** Returns the model with the given maximum waiting time. */
    waiting: (patienceMs: number): AskModel => createModel({ url, name: 'small-one', key: null }, patienceMs),
    /** Returns the next request to the model. */
    async next(): Promise<Asked> {
      for (;;) {
        const request = requests.shift()
        if (request) return request
        arrived = Promise.withResolvers()
        await arrived.promise
      }
    },
    close: () => endpoint.close().closeAllConnections(),
  }
}

/** The beginning and the end of an answer, around its sentences. */
const around = (rest: Rest = {}) => modelAnswer(rest).split(/(?<="sentences":\[)(?=\])/)

function asked(body: Asked['body'], response: ServerResponse): Asked {
  const send = (delta: object, finish_reason: string | null = null) =>
    response.write(`data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta, finish_reason }] })}\n\n`)
  const finish = () => {
    send({}, 'stop')
    response.end('data: [DONE]\n\n')
  }
  let said = 0
  return {
    body,
    write: (content) => send({ content }),
    say(text, ...cites) {
      const before = said === 0 ? around()[0] : ','
      said += 1
      send({ content: before + JSON.stringify(sentence(text, ...cites)) })
    },
    complete(rest) {
      const [before = '', after = ''] = around(rest)
      send({ content: said === 0 ? before + after : after })
      finish()
    },
    finish,
    end: () => response.end(),
    drop: () => response.destroy(),
    left: once(response, 'close'),
  }
}
