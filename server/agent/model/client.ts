import OpenAI from 'openai'
import type { ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources/chat/completions'

/** An OpenAI-compatible endpoint that writes the agent's answers. */
export interface ModelConfig {
  url: string
  name: string
  key: string | null
}

/** Runs one tool and returns the text for the model. Never throws. */
export type RunTool = (name: string, argumentsJson: string) => string

/** Calls a model until it returns text. Rejects on failure, timeout, or too many tool calls. */
export type AskModel = (
  messages: readonly ChatCompletionMessageParam[],
  tools: readonly ChatCompletionTool[],
  run: RunTool,
) => Promise<string>

/** The longest that a visitor waits for a model before the script answers. */
const PATIENCE_MS = 8_000
const MOST_ROUNDS = 4
const MOST_CALLS = 6
const MOST_TOKENS = 400

/** Creates a model client for an OpenAI-compatible endpoint. `patienceMs` limits the whole answer, including tools. */
export function createModel({ url, name, key }: ModelConfig, patienceMs = PATIENCE_MS): AskModel {
  const client = new OpenAI({
    baseURL: url,
    apiKey: key ?? 'none',
    maxRetries: 0,
    timeout: patienceMs,
    logLevel: 'off',
  })
  return async (messages, tools, run) => {
    const signal = AbortSignal.timeout(patienceMs)
    const talk = [...messages]
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const completion = await client.chat.completions.create(
        { model: name, messages: talk, tools: [...tools], max_tokens: MOST_TOKENS, temperature: 0.3 },
        { signal },
      )
      const message = completion.choices[0]?.message
      if (!message) throw new Error('The model returned no text')
      const calls = (message.tool_calls ?? []).slice(0, MOST_CALLS)
      if (calls.length === 0) return message.content ?? ''
      talk.push({ role: 'assistant', content: message.content, tool_calls: calls })
      for (const call of calls) {
        const content =
          call.type === 'function' ? run(call.function.name, call.function.arguments) : 'Unknown tool'
        talk.push({ role: 'tool', tool_call_id: call.id, content })
      }
    }
    throw new Error('The model did not finish')
  }
}
