import { type ModelMessage, requestText } from './completions.ts'

/** An OpenAI-compatible endpoint that writes the agent's answers. */
export interface ModelConfig {
  url: string
  name: string
  key: string | null
}

/** One exchange with a model. */
export interface Talk {
  messages: readonly ModelMessage[]
  /** The JSON schema of the answer. */
  schema: object
  /** Receives the whole text so far whenever more of it arrives. If it throws, the answer fails with that error. */
  onText?: (text: string) => void
  signal?: AbortSignal | undefined
}

/** Returns the text of a model's answer. Rejects on failure, timeout, or an answer that is too long. */
export type AskModel = (talk: Talk) => Promise<string>

/** The maximum time that a visitor waits for a model before the script answers. */
const PATIENCE_MS = 8_000
const MOST_TOKENS = 700

/** Creates a model client for an OpenAI-compatible endpoint. `patienceMs` limits the whole answer. */
export function createModel(config: ModelConfig, patienceMs = PATIENCE_MS): AskModel {
  return ({ messages, schema, onText, signal: ended }) => {
    const timeout = AbortSignal.timeout(patienceMs)
    const form = { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } }
    return requestText(
      config,
      { model: config.name, messages, response_format: form, max_tokens: MOST_TOKENS, temperature: 0.2 },
      ended ? AbortSignal.any([timeout, ended]) : timeout,
      onText ?? (() => {}),
    )
  }
}
