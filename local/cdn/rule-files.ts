/** One line of `_redirects`: the target of matching paths. Status 200 means a rewrite. */
export interface RedirectLine {
  from: string
  to: string
  status: 200 | 301 | 302 | 303 | 307 | 308
}

/** One block of `_headers`: headers that matching paths set and remove. */
export interface HeaderBlock {
  path: string
  set: [name: string, value: string][]
  unset: string[]
}

const STATUSES = [200, 301, 302, 303, 307, 308] as const
const DEFAULT_STATUS = 302

const lines = (text: string) => text.split(/\r?\n/).filter((line) => line.trim() && !/^\s*#/.test(line))

/** Reads `_redirects`. Skips invalid lines and rewrites to other sites. */
export function parseRedirects(text: string): RedirectLine[] {
  return lines(text).flatMap((line) => {
    const [from, to, code] = line.trim().split(/\s+/)
    const status = code === undefined ? DEFAULT_STATUS : STATUSES.find((known) => String(known) === code)
    const isRewriteElsewhere = status === 200 && !to?.startsWith('/')
    if (!from?.startsWith('/') || !to || !status || isRewriteElsewhere) return []
    return [{ from, to, status }]
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
