/** A line of `_redirects` with status 200: matching paths have the content of another path. */
export interface Rewrite {
  /** The regular expression of the paths. */
  pattern: string
  to: string
}

/** One block of `_headers`: headers that matching paths set and remove. */
export interface HeaderBlock {
  path: string
  set: [name: string, value: string][]
  unset: string[]
}

const lines = (text: string) => text.split(/\r?\n/).filter((line) => line.trim() && !/^\s*#/.test(line))

/**
 * Returns the regular expression of the whole paths that a path in the files matches. `*` matches anything, including
 * nothing; `:name` matches one segment; `end` is a pattern for what may follow.
 */
export function patternOf(path: string, end = ''): string {
  const escaped = path.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  return `^${escaped.replace(/\*/g, '.*').replace(/:[A-Za-z]\w*/g, '[^/]+')}${end}$`
}

/** Reads the rewrites in `_redirects`. Skips other lines. */
export function parseRewrites(text: string): Rewrite[] {
  return lines(text).flatMap((line) => {
    const [from = '', to = '', status] = line.trim().split(/\s+/)
    const isRewrite = status === '200' && from.startsWith('/') && to.startsWith('/')
    return isRewrite ? [{ pattern: patternOf(from, '/?'), to }] : []
  })
}

/** Reads `_headers`. Skips invalid lines. */
export function parseHeaders(text: string): HeaderBlock[] {
  const blocks: HeaderBlock[] = []
  for (const line of lines(text)) {
    if (/^\S/.test(line)) {
      blocks.push({ path: line.trim(), set: [], unset: [] })
      continue
    }
    const removal = /^\s*!\s*(\S+)\s*$/.exec(line)
    const header = /^\s*([^\s:]+)\s*:\s*(.*?)\s*$/.exec(line)
    if (removal?.[1]) blocks.at(-1)?.unset.push(removal[1])
    else if (header?.[1]) blocks.at(-1)?.set.push([header[1], header[2] ?? ''])
  }
  return blocks
}
