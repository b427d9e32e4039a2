import { present } from '../common/present.ts'

/** Returns the first word of a member's name, or null if there is none. Visitors see only this part of the name. */
export function firstName(name: string | null): string | null {
  const word = present(name)?.split(/\s+/)[0] ?? null
  return word?.includes('@') ? null : word
}
