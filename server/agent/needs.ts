import { NEEDS, type Needs } from '../../src/contract/conversations.ts'

/** Returns the most important of several reasons for needing a person; null if there is none. */
export function mostImportant(...needs: readonly (Needs | null)[]): Needs | null {
  return NEEDS.find((each) => needs.includes(each)) ?? null
}
