import OpenAI from 'openai'
import type {
  ChatCompletion,
  ChatCompletionChunk,
  ChatCompletionMessageFunctionToolCall,
  ChatCompletionMessageParam,
  ChatCompletionTool,
} from 'openai/resources/chat/completions'
import { Stream } from 'openai/streaming'

/** An OpenAI-compatible endpoint that writes the agent's answers. */
export interface ModelConfig {
  url: string
  name: string
  key: string | null
}

/** One conversation with a model. */
export interface Talk {
  messages: readonly ChatCompletionMessageParam[]
  tools: readonly ChatCompletionTool[]
  /** Runs one tool and returns the text for the model. Never throws. */
  run: (name: string, argumentsJson: string) => string
  /** Receives the whole text so far whenever more of it arrives. If it throws, the answer ends with that error. */
  onText: (text: string) => void
  /** Ends the answer. */
  signal?: AbortSignal | undefined
}

/**
 * Calls a model until it has answered. Returns the text of all its turns. Rejects on failure, timeout, or too many tool
 * calls.
 */
export type AskModel = (talk: Talk) => Promise<string>

/** The longest that a visitor waits for a model before the script answers. */
const PATIENCE_MS = 8_000
const MOST_ROUNDS = 4
const MOST_CALLS = 6
const MOST_TOKENS = 400

type Call = ChatCompletionMessageFunctionToolCall
interface Said {
  content: string
  calls: Call[]
}

/** Creates a model client for an OpenAI-compatible endpoint. `patienceMs` limits the whole answer, including tools. */
export function createModel({ url, name, key }: ModelConfig, patienceMs = PATIENCE_MS): AskModel {
  const client = new OpenAI({
    baseURL: url,
    apiKey: key ?? 'none',
    maxRetries: 0,
    timeout: patienceMs,
    logLevel: 'off',
  })
  return async ({ messages, tools, run, onText, signal: ended }) => {
    const timeout = AbortSignal.timeout(patienceMs)
    const signal = ended ? AbortSignal.any([timeout, ended]) : timeout
    const talk = [...messages]
    let before = ''
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const response = await client.chat.completions
        .create(
          {
            model: name,
            messages: talk,
            tools: [...tools],
            max_tokens: MOST_TOKENS,
            temperature: 0.3,
            stream: true,
          },
          { signal },
        )
        .asResponse()
      const hear = (content: string) => onText(joined(before, content))
      const { content, calls } = isStream(response)
        ? await readStream(response, signal, hear)
        : whole((await response.json()) as ChatCompletion)
      before = joined(before, content)
      if (calls.length === 0) return before
      // A turn that ends in a tool call is over, with or without a point.
      onText(`${before}\n`)
      talk.push({ role: 'assistant', content: content || null, tool_calls: calls })
      for (const { id, function: asked } of calls)
        talk.push({ role: 'tool', tool_call_id: id, content: run(asked.name, asked.arguments) })
    }
    throw new Error('The model did not finish')
  }
}

const joined = (before: string, more: string) => [before, more.trimStart()].filter(Boolean).join(' ')

/** Some servers ignore that a stream is wanted. */
const isStream = ({ headers }: Response) =>
  (headers.get('content-type') ?? '').startsWith('text/event-stream')

function whole({ choices }: ChatCompletion): Said {
  const message = choices[0]?.message
  if (!message) throw new Error('The model returned no text')
  const calls = (message.tool_calls ?? []).filter((call) => call.type === 'function')
  return { content: message.content ?? '', calls: calls.slice(0, MOST_CALLS) }
}

/** Reads one turn of the model. Rejects if the stream ends before the turn does. */
async function readStream(
  response: Response,
  signal: AbortSignal,
  hear: (content: string) => void,
): Promise<Said> {
  const controller = new AbortController()
  const abort = () => controller.abort(signal.reason)
  signal.addEventListener('abort', abort)
  let content = ''
  let isComplete = false
  const calls = new Map<number, Call>()
  try {
    for await (const { choices } of Stream.fromSSEResponse<ChatCompletionChunk>(response, controller)) {
      const [choice] = choices
      const more = choice?.delta?.content
      if (more) {
        content += more
        hear(content)
      }
      for (const [position, part] of (choice?.delta?.tool_calls ?? []).entries())
        addCall(calls, part.index ?? position, part)
      isComplete ||= Boolean(choice?.finish_reason)
    }
  } finally {
    signal.removeEventListener('abort', abort)
  }
  signal.throwIfAborted()
  if (!isComplete) throw new Error('The model stopped within its answer')
  return { content, calls: [...calls.values()].slice(0, MOST_CALLS) }
}

/** A call arrives in parts: its name first, then its arguments piece by piece. */
function addCall(
  calls: Map<number, Call>,
  index: number,
  part: ChatCompletionChunk.Choice.Delta.ToolCall,
): void {
  const call = calls.get(index) ?? {
    id: part.id ?? `call_${index}`,
    type: 'function',
    function: { name: '', arguments: '' },
  }
  call.function.name += part.function?.name ?? ''
  call.function.arguments += part.function?.arguments ?? ''
  calls.set(index, call)
}
