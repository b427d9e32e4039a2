import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { listFiles, ROOT } from './files.ts'
import { thirdPartyNotices } from './notices.ts'
import { commandOf, runNode } from './run.ts'

const SOURCES = ['src', 'public', 'scripts/build', 'scripts/scenes']
const SINGLE_SOURCES = ['astro.config.mjs', 'tsconfig.json', 'package-lock.json']

/** Returns a hash of everything that a build depends on: its sources and all PUBLIC_ variables. */
export function fingerprint(env: NodeJS.ProcessEnv): string {
  const hash = createHash('sha256')
  for (const path of [...SOURCES.flatMap((folder) => listFiles(folder)), ...SINGLE_SOURCES]) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(ROOT, path)))
      .update('\0')
  }
  for (const name of Object.keys(env).sort()) {
    if (name.startsWith('PUBLIC_')) hash.update(`${name}=${env[name]}\0`)
  }
  return hash.digest('hex')
}

/**
 * Returns the path of the last build's fingerprint for a folder. It is outside the folder, which is deployed unchanged.
 */
function recordOf(outDir: string): string {
  return join(
    ROOT,
    '.cache',
    'builds',
    `${createHash('sha256').update(outDir).digest('hex').slice(0, 16)}.json`,
  )
}

/** Returns the fingerprint together with the build's time, so that a build made by other means doesn't match. */
function recordText(outDir: string, print: string): string {
  return JSON.stringify({ print, builtAt: statSync(join(outDir, 'index.html')).mtimeMs })
}

/** Returns whether `outDir` contains a build of the current sources with these variables. */
export function isBuilt(outDir: string, env: NodeJS.ProcessEnv): boolean {
  const folder = resolve(ROOT, outDir)
  const record = recordOf(folder)
  if (!existsSync(record) || !existsSync(join(folder, 'index.html'))) return false
  return readFileSync(record, 'utf8') === recordText(folder, fingerprint(env))
}

/**
 * Builds the console from `env` into `outDir` (inside the project). Uses a folder next to it first, so that a failed or
 * interrupted build preserves the previous one. `quiet` shows the build's output only if it fails. Returns the build's
 * exit code.
 */
export async function buildConsole(
  outDir: string,
  env: NodeJS.ProcessEnv,
  { quiet = false } = {},
): Promise<number> {
  const folder = resolve(ROOT, outDir)
  const fresh = join(ROOT, '.cache', 'builds', `${basename(folder)}-${process.pid}`)
  const print = fingerprint(env)
  const { code, output } = await runNode([commandOf('astro'), 'build', '--outDir', fresh], {
    quiet,
    env: { ...env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
  })
  if (code !== 0) process.stderr.write(output)
  else {
    writeFileSync(join(fresh, 'third-party-notices.txt'), thirdPartyNotices(''))
    mkdirSync(dirname(folder), { recursive: true })
    rmSync(folder, { recursive: true, force: true })
    renameSync(fresh, folder)
    writeFileSync(recordOf(folder), recordText(folder, print))
  }
  rmSync(fresh, { recursive: true, force: true })
  return code
}

/** Loads the variables in the `.env` files that Astro reads. Variables that are already set take precedence. */
export function loadEnvFiles(mode: 'production' | 'development'): void {
  for (const name of [`.env.${mode}.local`, '.env.local', `.env.${mode}`, '.env']) {
    const path = join(ROOT, name)
    if (existsSync(path)) process.loadEnvFile(path)
  }
}
