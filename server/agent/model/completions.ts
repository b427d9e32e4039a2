import { EventSourceParserStream } from 'eventsource-parser/stream'

/** A function that the model can call. `parameters` is a JSON schema. */
export interface ModelTool {
  type: 'function'
  function: { name: string; description: string; parameters: object }
}

/** A function call by the model. `arguments` is the JSON that the model wrote. */
export interface ToolCall {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
}

export type ModelMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string | null; tool_calls?: ToolCall[] }
  | { role: 'tool'; tool_call_id: string; content: string }

/** Part of a streamed turn. Each part adds to the previous ones. */
interface Choice {
  delta?: { content?: string | null; tool_calls?: CallPart[] }
  finish_reason?: string | null
}
interface CallPart {
  index?: number
  id?: string
  function?: { name?: string; arguments?: string }
}

/** One turn of the model: its text and its function calls. */
export interface ModelTurn {
  content: string
  calls: ToolCall[]
}

/** The maximum number of function calls that run per turn. */
const MOST_CALLS = 6
/** The maximum number of characters of an error body in the log. */
const MOST_REASON = 200

/**
 * Requests one turn from an endpoint that implements OpenAI's chat completions, as a stream. `hear` receives the turn's
 * text so far whenever more of it arrives. Rejects if the endpoint fails or the stream ends before the turn does.
 */
export async function requestTurn(
  { url, key }: { url: string; key: string | null },
  body: object,
  signal: AbortSignal,
  hear: (content: string) => void,
): Promise<ModelTurn> {
  const response = await fetch(`${url.replace(/\/+$/, '')}/chat/completions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key ?? 'none'}` },
    body: JSON.stringify({ ...body, stream: true }),
    signal,
  })
  if (!response.ok) {
    const reason = (await response.text().catch(() => '')).slice(0, MOST_REASON)
    throw new Error(`The model returns ${response.status} ${reason}`.trim())
  }
  const turn = isStream(response)
    ? await readStream(response, signal, hear)
    : whole((await response.json()) as { choices?: { message?: Whole }[] })
  return { ...turn, calls: turn.calls.slice(0, MOST_CALLS) }
}

/** Some servers ignore the request for a stream. */
const isStream = ({ headers }: Response) =>
  (headers.get('content-type') ?? '').startsWith('text/event-stream')

interface Whole {
  content?: string | null
  tool_calls?: ToolCall[]
}

function whole({ choices }: { choices?: { message?: Whole }[] }): ModelTurn {
  const message = choices?.[0]?.message
  if (!message) throw new Error('The model returned no text')
  return {
    content: message.content ?? '',
    calls: (message.tool_calls ?? []).filter((call) => call.type === 'function'),
  }
}

async function readStream(
  { body }: Response,
  signal: AbortSignal,
  hear: (content: string) => void,
): Promise<ModelTurn> {
  if (!body) throw new Error('The model returned no text')
  let content = ''
  let isComplete = false
  const calls = new Map<number, ToolCall>()
  const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  for await (const { data } of events) {
    if (data.startsWith('[DONE]')) break
    const { choices, error } = JSON.parse(data) as { choices?: Choice[]; error?: unknown }
    if (error) throw new Error(`The model returns an error: ${JSON.stringify(error).slice(0, MOST_REASON)}`)
    const choice = choices?.[0]
    const more = choice?.delta?.content
    if (typeof more === 'string' && more !== '') {
      content += more
      hear(content)
    }
    for (const [position, part] of (choice?.delta?.tool_calls ?? []).entries())
      addCall(calls, part.index ?? position, part)
    isComplete ||= Boolean(choice?.finish_reason)
  }
  signal.throwIfAborted()
  if (!isComplete) throw new Error('The model stopped within its answer')
  return { content, calls: [...calls.values()] }
}

/** Adds part of a call: first its name, then its arguments piece by piece. */
function addCall(calls: Map<number, ToolCall>, index: number, part: CallPart): void {
  const call = calls.get(index) ?? {
    id: part.id ?? `call_${index}`,
    type: 'function',
    function: { name: '', arguments: '' },
  }
  call.function.name += part.function?.name ?? ''
  call.function.arguments += part.function?.arguments ?? ''
  calls.set(index, call)
}
