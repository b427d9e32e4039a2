import type { Plugin } from 'vite'
import { CONSOLE_VARIABLES } from './variables.ts'

/** The object with the values in a page that `fillConsole` has filled. */
export const VALUES = 'fieldhandValues'

/** The variables for a build whose values `fillConsole` fills in. */
export const PLACEHOLDERS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(CONSOLE_VARIABLES).map((name) => [name, `__${name}__`]),
)

/** Returns whether `env` describes a build whose values `fillConsole` fills in. */
export const hasPlaceholders = (env: Readonly<Record<string, string | undefined>>): boolean =>
  env.PUBLIC_API_URL === PLACEHOLDERS.PUBLIC_API_URL

/** Makes modules in browsers read the values from the page, so that fingerprinted files contain none. */
export function valuesFromPage(): Plugin {
  const replaced = (code: string) =>
    code.replace(
      /(["'`])__(PUBLIC_[A-Z_]+?)__\1/g,
      (_, _quote, name: string) => `globalThis.${VALUES}.${name}`,
    )
  const handler = (code: string) => (code.includes('__PUBLIC_') ? { code: replaced(code), map: null } : null)
  return {
    name: 'values-from-page',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: handler,
    renderChunk: handler,
  }
}
