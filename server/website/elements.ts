import { Parser } from 'htmlparser2'

/** What a page may have: reading hostile ones takes a time that grows with the square of either. */
const MOST_ELEMENTS = 30_000
const MOST_DEPTH = 1_000
const CHUNK = 16_384

export type Attributes = Readonly<Record<string, string | undefined>>

/**
 * Calls `onOpen` for each element of a page's HTML, with its depth. Stops at more or deeper elements than pages have, and returns false
 * then. Linear time.
 */
export function readElements(
  html: string,
  onOpen: (name: string, attributes: Attributes, depth: number) => void,
): boolean {
  let elements = 0
  let depth = 0
  let isOrdinary = true
  const parser = new Parser({
    onopentag: (name, attributes: Attributes) => {
      elements += 1
      depth += 1
      if (elements > MOST_ELEMENTS || depth > MOST_DEPTH) isOrdinary = false
      if (isOrdinary) onOpen(name, attributes, depth)
    },
    onclosetag: () => {
      depth -= 1
    },
  })
  for (let at = 0; at < html.length && isOrdinary; at += CHUNK) parser.write(html.slice(at, at + CHUNK))
  if (isOrdinary) parser.end()
  return isOrdinary
}
