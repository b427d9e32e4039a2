/** One line of `_redirects`: where a path leads, 200 meaning that the target is shown in its place. */
interface RedirectRule {
  pattern: RegExp
  to: string
  status: 200 | 301 | 302 | 303 | 307 | 308
}

interface HeaderRule {
  pattern: RegExp
  set: [name: string, value: string][]
  unset: string[]
}

export interface Redirection {
  to: string
  status: RedirectRule['status']
}

export interface SiteRules {
  /** The first redirection whose pattern fits the path, its placeholders filled in. */
  redirect(path: string): Redirection | null
  /** Adds the headers of every pattern that fits the path; one that is set twice is joined by a comma. */
  applyHeaders(path: string, headers: Headers): void
}

const STATUSES = [200, 301, 302, 303, 307, 308] as const
const DEFAULT_STATUS = 302

/** `*` stands for anything, also nothing; `:name` for one segment; `end` is what may follow, as a pattern. */
function compile(pattern: string, end = ''): RegExp {
  let splats = 0
  const source = pattern
    .split(/(\*|:[A-Za-z]\w*)/)
    .map((piece) => {
      if (piece === '*') {
        splats += 1
        return splats === 1 ? '(?<splat>.*)' : '.*'
      }
      if (/^:[A-Za-z]/.test(piece)) return `(?<${piece.slice(1)}>[^/]+)`
      return piece.replace(/[.+?^${}()|[\]\\/]/g, '\\$&')
    })
    .join('')
  return new RegExp(`^${source}${end}$`)
}

function fill(target: string, values: Record<string, string> | undefined): string {
  const filled = target.replace(/:([A-Za-z]\w*)/g, (whole, name: string) => values?.[name] ?? whole)
  // A splat that begins with slashes must not turn a path of this site into another site's address.
  return filled.startsWith('/') ? filled.replace(/^\/+/, '/') : filled
}

const lines = (text: string) => text.split(/\r?\n/).filter((line) => line.trim() && !/^\s*#/.test(line))

function parseRedirects(text: string): RedirectRule[] {
  return lines(text).flatMap((line) => {
    const [from, to, code] = line.trim().split(/\s+/)
    const status = code === undefined ? DEFAULT_STATUS : STATUSES.find((known) => String(known) === code)
    const isRewriteElsewhere = status === 200 && !to?.startsWith('/')
    if (!from?.startsWith('/') || !to || !status || isRewriteElsewhere) return []
    return [{ pattern: compile(from, '/?'), to, status }]
  })
}

function parseHeaders(text: string): HeaderRule[] {
  const rules: HeaderRule[] = []
  for (const line of lines(text)) {
    if (/^\S/.test(line)) {
      rules.push({ pattern: compile(line.trim()), set: [], unset: [] })
      continue
    }
    const removal = /^\s*!\s*(\S+)\s*$/.exec(line)
    const header = /^\s*([^\s:]+)\s*:\s*(.*?)\s*$/.exec(line)
    if (removal?.[1]) rules.at(-1)?.unset.push(removal[1])
    else if (header?.[1]) rules.at(-1)?.set.push([header[1], header[2] ?? ''])
  }
  return rules
}

/**
 * The rules of a CDN's `_redirects` and `_headers` files (the form that Netlify and Cloudflare Pages share).
 * Lines that make no sense, and rewrites to other sites, are passed over.
 */
export function readRules(redirects: string, headers: string): SiteRules {
  const redirectRules = parseRedirects(redirects)
  const headerRules = parseHeaders(headers)
  return {
    redirect(path) {
      for (const { pattern, to, status } of redirectRules) {
        const match = pattern.exec(path)
        if (match) return { to: fill(to, match.groups), status }
      }
      return null
    },
    applyHeaders(path, target) {
      for (const { pattern, set, unset } of headerRules) {
        if (!pattern.test(path)) continue
        for (const name of unset) target.delete(name)
        for (const [name, value] of set) target.append(name, value)
      }
    },
  }
}
