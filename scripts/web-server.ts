import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ROOT } from './lib/files.ts'
import { explain } from './lib/usage.ts'
import { caddySite, nginxSite, type Site } from './lib/web-server.ts'

explain(`Usage: npm run -s web-server -- nginx|caddy [LISTEN] [FOLDER] [SERVER…]

Prints a configuration that serves an export like a CDN (docs/deploy.md).

  LISTEN     port, 80 by default; for Caddy also a host name
  FOLDER     the export, dist/ by default
  SERVER  host and port of a server that gets the requests for /api/
`)

const MAKERS: Record<string, (site: Site) => string> = { nginx: nginxSite, caddy: caddySite }

/**
 * Prints the web server configuration that serves the export like a CDN: `npm run web-server -- nginx [listen] [folder]
 * [server …]`.
 */
function main([kind = '', listen = '80', folder = 'dist', ...apis]: string[]): void {
  const root = resolve(ROOT, folder)
  const make = MAKERS[kind]
  if (!make || !existsSync(join(root, '_headers'))) {
    process.stderr.write(
      make
        ? `There is no export in ${root}: run \`npm run build\` first, or name its folder.\n`
        : `Name a web server: ${Object.keys(MAKERS).join(' or ')}.\n`,
    )
    process.exitCode = 1
    return
  }
  const read = (name: string) => readFileSync(join(root, name), 'utf8')
  process.stdout.write(
    make({
      root,
      listen: kind === 'caddy' && /^\d+$/.test(listen) ? `:${listen}` : listen,
      headers: read('_headers'),
      redirects: read('_redirects'),
      apis,
    }),
  )
}

main(process.argv.slice(2))
