import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

interface Rewrite {
  from: RegExp
  to: string
}

/** Parses the `200` rules in a `_redirects` file. `:name` matches one path segment; `*` matches the rest. */
export function parseRewrites(text: string): Rewrite[] {
  const rules = text.split('\n').map((line) => line.trim().split(/\s+/))
  return rules.flatMap(([from = '', to = '', status]) => {
    if (status !== '200' || from.startsWith('#')) return []
    const pattern = from
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/\*/g, '.*')
      .replace(/:\w+/g, '[^/]+')
    return [{ from: new RegExp(`^${pattern}/?$`), to }]
  })
}

/** Makes `astro dev` apply the rewrites that the CDN applies in production. */
export function devRewrites(file: URL): Plugin {
  return {
    name: 'dev-rewrites',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const [path = '/', query] = (request.url ?? '/').split('?', 2)
        const rule = parseRewrites(readFileSync(file, 'utf8')).find(({ from }) => from.test(path))
        if (rule) request.url = query === undefined ? rule.to : `${rule.to}?${query}`
        next()
      })
    },
  }
}
