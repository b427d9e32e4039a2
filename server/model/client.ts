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
  /** The JSON schema of the answer, if it has one. */
  schema?: object
  /** Receives the whole text so far whenever more of it arrives. If it throws, the answer fails with that error. */
  onText?: (text: string) => void
  signal?: AbortSignal | undefined
  /** The limits of the whole answer, if no visitor waits for it. */
  limits?: { patienceMs: number; tokens: number }
}

/** Returns the text of a model's answer. Rejects on failure, timeout, or an answer that is too long. */
export type AskModel = (talk: Talk) => Promise<string>

declare module '../kernel/deps.ts' {
  interface Deps {
    /**
     * The model that writes the agent's replies, if one is configured. Without it, or if it fails, the script writes
     * them.
     */
    model?: AskModel | null
  }
}

/** The maximum time that a visitor waits for a model before the script answers. */
const PATIENCE_MS = 8_000
const MOST_TOKENS = 700

/** Creates a model client for an OpenAI-compatible endpoint. `patienceMs` limits the whole answer. */
export function createModel(config: ModelConfig, patienceMs = PATIENCE_MS): AskModel {
  const usual = { patienceMs, tokens: MOST_TOKENS }
  return ({ messages, schema, onText, signal: ended, limits = usual }) => {
    const timeout = AbortSignal.timeout(limits.patienceMs)
    const form = schema && {
      response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } },
    }
    return requestText(
      config,
      { model: config.name, messages, ...form, max_tokens: limits.tokens, temperature: 0.2 },
      ended ? AbortSignal.any([timeout, ended]) : timeout,
      onText ?? (() => {}),
    )
  }
}
