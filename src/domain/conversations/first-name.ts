import { present } from '../leads/name.ts'

/** Returns the first word of a member's name, which is all that visitors learn of it; null without one. */
export function firstName(name: string | null): string | null {
  const word = present(name)?.split(/\s+/)[0] ?? null
  return word?.includes('@') ? null : word
}
