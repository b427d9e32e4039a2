import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { parseRewrites } from '../../dev/cdn/rule-files.ts'

/** Makes `astro dev` apply the rewrites that the CDN applies in production. */
export function devRewrites(file: URL): Plugin {
  return {
    name: 'dev-rewrites',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const [path = '/', query] = (request.url ?? '/').split('?', 2)
        const rules = parseRewrites(readFileSync(file, 'utf8'))
        const rule = rules.find(({ pattern }) => new RegExp(pattern).test(path))
        if (rule) request.url = query === undefined ? rule.to : `${rule.to}?${query}`
        next()
      })
    },
  }
}
