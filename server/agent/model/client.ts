import OpenAI from 'openai'
import type { ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources/chat/completions'

/** An OpenAI-compatible endpoint that speaks for the agent. */
export interface ModelConfig {
  url: string
  name: string
  key: string | null
}

/** Runs one tool; answers with what the model is told. Throws nothing. */
export type RunTool = (name: string, argumentsJson: string) => string

/** Speaks with a model until it says something; rejects when it fails, dawdles or will not come to an end. */
export type AskModel = (
  messages: readonly ChatCompletionMessageParam[],
  tools: readonly ChatCompletionTool[],
  run: RunTool,
) => Promise<string>

/** A visitor waits no longer than this for a model; the script answers then. */
const PATIENCE_MS = 8_000
const MOST_ROUNDS = 4
const MOST_CALLS = 6
const MOST_TOKENS = 400

/** A model behind an OpenAI-compatible endpoint. `patienceMs` bounds the whole answer, tools included. */
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
      if (!message) throw new Error('The model gave no answer')
      const calls = (message.tool_calls ?? []).slice(0, MOST_CALLS)
      if (calls.length === 0) return message.content ?? ''
      talk.push({ role: 'assistant', content: message.content, tool_calls: calls })
      for (const call of calls) {
        const content =
          call.type === 'function' ? run(call.function.name, call.function.arguments) : 'Unknown tool'
        talk.push({ role: 'tool', tool_call_id: call.id, content })
      }
    }
    throw new Error('The model did not come to an end')
  }
}
