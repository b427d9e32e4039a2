import { type ModelMessage, type ModelTool, requestTurn } from './completions.ts'

/** An OpenAI-compatible endpoint that writes the agent's answers. */
export interface ModelConfig {
  url: string
  name: string
  key: string | null
}

/** One exchange with a model. */
export interface Talk {
  messages: readonly ModelMessage[]
  tools: readonly ModelTool[]
  /** Runs a tool and returns the text for the model. Never throws. */
  run: (name: string, argumentsJson: string) => string
  /** Receives the whole text so far whenever more of it arrives. If it throws, the answer fails with that error. */
  onText: (text: string) => void
  signal?: AbortSignal | undefined
}

/** Returns the text of a model's answer. Rejects on failure, timeout, or too many tool calls. */
export type AskModel = (talk: Talk) => Promise<string>

/** The maximum time that a visitor waits for a model before the script answers. */
const PATIENCE_MS = 8_000
const MOST_ROUNDS = 4
const MOST_TOKENS = 400

/** Creates a model client for an OpenAI-compatible endpoint. `patienceMs` limits the whole answer, including tools. */
export function createModel(config: ModelConfig, patienceMs = PATIENCE_MS): AskModel {
  return async ({ messages, tools, run, onText, signal: ended }) => {
    const timeout = AbortSignal.timeout(patienceMs)
    const signal = ended ? AbortSignal.any([timeout, ended]) : timeout
    const talk = [...messages]
    let before = ''
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const { content, calls } = await requestTurn(
        config,
        { model: config.name, messages: talk, tools, max_tokens: MOST_TOKENS, temperature: 0.3 },
        signal,
        (heard) => onText(joined(before, heard)),
      )
      before = joined(before, content)
      if (calls.length === 0) return before
      // A turn that ends in a tool call is complete, even without a period.
      onText(`${before}\n`)
      talk.push({ role: 'assistant', content: content || null, tool_calls: calls })
      for (const { id, function: asked } of calls)
        talk.push({ role: 'tool', tool_call_id: id, content: run(asked.name, asked.arguments) })
    }
    throw new Error('The model did not finish')
  }
}

const joined = (before: string, more: string) => [before, more.trimStart()].filter(Boolean).join(' ')
