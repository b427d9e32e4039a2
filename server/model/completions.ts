import { EventSourceParserStream } from 'eventsource-parser/stream'

export interface ModelMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

/** Part of a streamed answer. Each part adds to the previous ones. */
interface Choice {
  delta?: { content?: string | null }
  finish_reason?: string | null
}

/** The maximum number of characters of an error body in the log. */
const MOST_REASON = 200
/** The maximum number of bytes of a response, with everything around its text. */
const MOST_BYTES = 1_000_000
/** The maximum number of characters of an answer. */
const MOST_CHARACTERS = 20_000

/**
 * Requests one answer from an endpoint that implements OpenAI's chat completions, as a stream. `hear` receives the text
 * so far whenever more of it arrives. Rejects if the endpoint fails, the answer is too long, or the stream ends before
 * it does.
 */
export async function requestText(
  { url, key }: { url: string; key: string | null },
  body: object,
  signal: AbortSignal,
  hear: (content: string) => void,
): Promise<string> {
  const response = await fetch(`${url.replace(/\/+$/, '')}/chat/completions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key ?? 'none'}` },
    body: JSON.stringify({ ...body, stream: true }),
    signal,
  })
  if (!response.body) throw new Error('The model returned no text')
  const text = response.body.pipeThrough(limited(MOST_BYTES)).pipeThrough(new TextDecoderStream())
  if (!response.ok) {
    const reason = (await joined(text).catch(() => '')).slice(0, MOST_REASON)
    throw new Error(`The model returns ${response.status} ${reason}`.trim())
  }
  return isStream(response) ? readStream(text, signal, hear) : whole(await joined(text))
}

const tooLong = () => new Error('The answer of the model is too long')

/** Passes on bytes up to a limit, then fails. */
const limited = (most: number) => {
  let bytes = 0
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > most) throw tooLong()
      controller.enqueue(chunk)
    },
  })
}

async function joined(text: ReadableStream<string>): Promise<string> {
  let all = ''
  for await (const chunk of text) all += chunk
  return all
}

/** Some servers ignore the request for a stream. */
const isStream = ({ headers }: Response) =>
  (headers.get('content-type') ?? '').startsWith('text/event-stream')

function whole(body: string): string {
  const { choices } = JSON.parse(body) as { choices?: { message?: { content?: string | null } }[] }
  const content = choices?.[0]?.message?.content
  if (!content) throw new Error('The model returned no text')
  if (content.length > MOST_CHARACTERS) throw tooLong()
  return content
}

async function readStream(
  text: ReadableStream<string>,
  signal: AbortSignal,
  hear: (content: string) => void,
): Promise<string> {
  let content = ''
  let isComplete = false
  for await (const { data } of text.pipeThrough(new EventSourceParserStream())) {
    if (data.startsWith('[DONE]')) break
    const { choices, error } = JSON.parse(data) as { choices?: Choice[]; error?: unknown }
    if (error) throw new Error(`The model returns an error: ${JSON.stringify(error).slice(0, MOST_REASON)}`)
    const choice = choices?.[0]
    const more = choice?.delta?.content
    if (typeof more === 'string' && more !== '') {
      content += more
      if (content.length > MOST_CHARACTERS) throw tooLong()
      hear(content)
    }
    isComplete ||= Boolean(choice?.finish_reason)
  }
  signal.throwIfAborted()
  if (!isComplete) throw new Error('The model stopped within its answer')
  return content
}
