import type { Language } from '../../base/catalogue.ts'
import { sayKnowledge as say } from './knowledge.ts'

/** Joins words: `a, b and c`. */
export function listed(items: readonly string[], language: Language): string {
  const last = items.at(-1) ?? ''
  return items.length > 1 ? say(language, 'and', { first: items.slice(0, -1).join(', '), last }) : last
}
