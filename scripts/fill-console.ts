import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runCommand, StartupError } from '../server/base/errors.ts'
import { ROOT } from './lib/files.ts'
import { fillConsole } from './lib/fill-console.ts'
import { explain } from './lib/usage.ts'
import { caddySite } from './lib/web-server.ts'

explain(`Usage: node scripts/fill-console.ts FOLDER CADDYFILE SERVER…

Copies the image's console to FOLDER, fills in the PUBLIC_ variables (docs/deploy.md), and writes Caddy's configuration.

  SERVER  host and port of a server that gets the requests for /api/
`)

async function main([folder, caddyfile, ...apis]: string[]): Promise<void> {
  if (!folder || !caddyfile) throw new StartupError('Name a folder and a file. --help explains them.')
  const root = resolve(folder)
  await fillConsole(join(ROOT, 'dist'), root, process.env)
  const read = (name: string) => readFileSync(join(root, name), 'utf8')
  const site = {
    root,
    listen: '{$CONSOLE_ADDRESS}',
    headers: read('_headers'),
    redirects: read('_redirects'),
    apis,
  }
  writeFileSync(caddyfile, caddySite(site) + readFileSync(join(ROOT, 'deploy', 'widget.caddy'), 'utf8'))
}

process.exitCode = await runCommand(async () => {
  await main(process.argv.slice(2))
  return 0
}, 'The console cannot be filled in')
