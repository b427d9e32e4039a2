import { parseHeaders, parseRedirects, type RedirectLine } from './rule-files.ts'

export interface Redirection {
  to: string
  status: RedirectLine['status']
}

export interface SiteRules {
  /** Returns the first redirect that matches the path, with its placeholders filled in. */
  redirect(path: string): Redirection | null
  /** Adds the headers of every matching block; joins repeated headers with a comma. */
  applyHeaders(path: string, headers: Headers): void
}

/**
 * Compiles a path pattern. `*` matches anything, including nothing; `:name` matches one segment; `end` is a pattern for
 * what may follow.
 */
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
  // A splat with leading slashes must not turn a path on this site into the address of another site.
  return filled.startsWith('/') ? filled.replace(/^\/+/, '/') : filled
}

/**
 * Parses the rules in a CDN's `_redirects` and `_headers` files, in the format that Netlify and Cloudflare Pages share.
 * Skips invalid lines and rewrites to other sites.
 */
export function readRules(redirects: string, headers: string): SiteRules {
  const redirectRules = parseRedirects(redirects).map((line) => ({
    ...line,
    pattern: compile(line.from, '/?'),
  }))
  const headerRules = parseHeaders(headers).map((block) => ({ ...block, pattern: compile(block.path) }))
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
