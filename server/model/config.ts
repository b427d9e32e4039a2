import { type Read, readUrl } from '../base/environment.ts'
import { StartupError } from '../base/errors.ts'
import type { ModelConfig } from './client.ts'

declare module '../kernel/config.ts' {
  interface Config {
    /** The OpenAI-compatible endpoint that writes the agent's replies; if null, the script writes them. */
    agentModel?: ModelConfig | null
  }
}

/** Reads the model that writes the agent's replies. URL and name are required together; local models need no key. */
export function readModel(read: Read): ModelConfig | null {
  const url = read('AGENT_MODEL_URL')
  const name = read('AGENT_MODEL')
  if (!url && !name) return null
  if (!url || !name) {
    throw new StartupError('AGENT_MODEL_URL and AGENT_MODEL belong together: set both, or neither.')
  }
  const { href } = readUrl('AGENT_MODEL_URL', url)
  return { url: href.replace(/\/+$/, ''), name, key: read('AGENT_MODEL_KEY') ?? null }
}
