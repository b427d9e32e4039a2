import { Parser } from 'htmlparser2'

/**
 * The most elements, and levels of elements, that are read of a page. Real pages have fewer. The parsers take quadratic
 * time for more levels.
 */
const MOST = { elements: 5_000, levels: 100 }

/** Returns the start of a page with at most that many elements and levels. Takes linear time. */
export function startOfPage(html: string): string {
  let elements = 0
  let levels = 0
  let end = html.length
  const parser = new Parser({
    onopentagname() {
      elements += 1
      levels += 1
      if (elements <= MOST.elements && levels <= MOST.levels) return
      end = parser.startIndex
      parser.pause()
    },
    onclosetag() {
      levels -= 1
    },
  })
  parser.write(html)
  return html.slice(0, end)
}
