import { LIMITS } from '../../contract/limits.ts'

/** Returns the searchable part of a text, without characters that databases cannot store. */
export function searchable(text: string): string {
  return text
    .slice(0, LIMITS.line)
    .toWellFormed()
    .replaceAll(/[\0\ufffd]/g, '')
}
