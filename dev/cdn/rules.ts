import { parseHeaders, parseRewrites, patternOf } from './rule-files.ts'

export interface SiteRules {
  /** Returns the path whose content a path has instead of its own; null if there is none. */
  rewrite(path: string): string | null
  /** Adds the headers of every matching block; joins repeated headers with a comma. */
  applyHeaders(path: string, headers: Headers): void
}

/**
 * Parses the rules in a CDN's `_redirects` and `_headers` files, in the format that Netlify and Cloudflare Pages share.
 * The export has no redirects, only rewrites.
 */
export function readRules(redirects: string, headers: string): SiteRules {
  const rewrites = parseRewrites(redirects).map(({ pattern, to }) => ({ pattern: new RegExp(pattern), to }))
  const headerRules = parseHeaders(headers).map((block) => ({
    ...block,
    pattern: new RegExp(patternOf(block.path)),
  }))
  return {
    rewrite: (path) => rewrites.find(({ pattern }) => pattern.test(path))?.to ?? null,
    applyHeaders(path, target) {
      for (const { pattern, set, unset } of headerRules) {
        if (!pattern.test(path)) continue
        for (const name of unset) target.delete(name)
        for (const [name, value] of set) target.append(name, value)
      }
    },
  }
}
