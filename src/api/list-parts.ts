/** Characters of a list's text that are looked at in one step, and about as many that a part has. */
const PART = 32_768

const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44]
const isOpening = (code: number) => code === 91 || code === 123
const isClosing = (code: number) => code === 93 || code === 125

/**
 * Parses the JSON text of a list in parts, so that the caller can pause between them; each part is a list of some items,
 * in order. The result equals that of `JSON.parse`.
 * @throws {SyntaxError} where the text is no list; the parts before may have come.
 */
export function* parseListInParts(text: string): Generator<unknown[], void> {
  const from = text.search(/\S/)
  if (text[from] !== '[') throw new SyntaxError('Not a list')
  let start = from + 1
  let depth = 1
  let isInText = false
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isInText) {
      if (code === BACKSLASH) at += 1
      else if (code === QUOTE) isInText = false
    } else if (code === QUOTE) isInText = true
    else if (isOpening(code)) depth += 1
    else if (isClosing(code)) depth -= 1
    else if (code === COMMA && depth === 1 && at - start >= PART) {
      yield itemsOf(`[${text.slice(start, at)}]`, true)
      start = at + 1
    }
  }
  // What is left ends with the list's own bracket, and with whatever should not be there.
  yield itemsOf(`[${text.slice(start)}`, start > from + 1)
}

function itemsOf(text: string, isPart: boolean): unknown[] {
  const items: unknown = JSON.parse(text)
  if (!Array.isArray(items) || (isPart && items.length === 0)) throw new SyntaxError('Not a list')
  return items
}
