// @ts-check
/**
 * Runs a script of this project on a machine that has only npm and Node 18 or later:
 *
 *     node scripts/bootstrap.mjs scripts/start.ts [flags]
 *
 * Installs the lockfile's packages if they differ from what is installed, chooses a Node that can run the
 * project (its own, else the system's), and runs the script with `node_modules/.bin` first on PATH. Passes exit
 * codes and signals through. Uses no packages, because none may be installed yet.
 */
import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const modules = join(root, 'node_modules')
const lockFile = join(root, '.cache', 'install.lock')
const windows = process.platform === 'win32'

/** Oldest Node the project runs on. */
const NEEDED = [22, 13]
/** Oldest Node that runs TypeScript without a flag. */
const STRIPS_TYPES = [
  [22, 18],
  [23, 6],
]

const [script, ...rest] = process.argv.slice(2)
if (!script) fail('Usage: node scripts/bootstrap.mjs <script> [flags]')

if (!installed()) await install()
const node = chooseNode()
await handOver(node, resolve(root, script), rest)

/** @param {string} message @returns {never} */
function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

/** @param {string} path @returns {any} the parsed file, or null if it is missing or invalid */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

/**
 * Returns whether node_modules matches package-lock.json. npm writes node_modules/.package-lock.json last, so an
 * interrupted install does not match. Only packages for other systems may be missing.
 */
function installed() {
  const wanted = readJson(join(root, 'package-lock.json'))?.packages
  const found = readJson(join(modules, '.package-lock.json'))?.packages
  if (!wanted) fail('package-lock.json is missing or damaged: get it back from version control.')
  if (!found) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true
    const there = found[path]
    if (!there) return Boolean(entry.optional) && !isForThisMachine(entry)
    return there.version === entry.version && there.integrity === entry.integrity
  })
}

/** @param {{ os?: string | string[], cpu?: string | string[], libc?: unknown }} entry */
function isForThisMachine(entry) {
  /** @param {string | string[] | undefined} allowed @param {string} mine */
  const fits = (allowed, mine) => {
    const list = [allowed ?? []].flat()
    return list.length === 0 || (list.includes(mine) && !list.includes(`!${mine}`))
  }
  return !entry.libc && Boolean(entry.os) && fits(entry.os, process.platform) && fits(entry.cpu, process.arch)
}

/** Runs `npm ci`, one process at a time. A second process waits and then finds the packages installed. */
async function install() {
  mkdirSync(dirname(lockFile), { recursive: true })
  while (!takeLock()) {
    await new Promise((wake) => setTimeout(wake, 250))
    if (installed() && !existsSync(lockFile)) return
  }
  try {
    if (installed()) return
    // Standard output belongs to the script.
    process.stderr.write('Installing packages (npm ci), once …\n')
    const started = Date.now()
    const result = runNpm([
      ...installCommand(),
      '--include=dev',
      '--include=optional',
      '--no-audit',
      '--no-fund',
      // The system's Node may be too old for the packages; one of them is a newer Node.
      '--loglevel=error',
    ])
    if (result.error || result.status !== 0) {
      const why = result.error ? result.error.message : `exit code ${result.status ?? result.signal}`
      releaseLock()
      fail(`npm could not install the packages (${why}). Look above, check the network, and run this again.`)
    }
    process.stderr.write(`Packages installed in ${Math.round((Date.now() - started) / 1000)} s.\n`)
  } finally {
    releaseLock()
  }
}

/** Windows cannot delete a running program, which `npm ci` would try. */
function installCommand() {
  return windows && process.execPath.startsWith(modules) ? ['install'] : ['ci']
}

/** @param {string[]} args */
function runNpm(args) {
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = { cwd: root, stdio: ['ignore', process.stderr, 'inherit'] }
  const cli = process.env.npm_execpath
  if (cli?.endsWith('npm-cli.js')) {
    const runner = process.env.npm_node_execpath ?? process.execPath
    return spawnSync(runner.startsWith(modules) ? process.execPath : runner, [cli, ...args], options)
  }
  return windows
    ? spawnSync(`npm ${args.join(' ')}`, { ...options, shell: true })
    : spawnSync('npm', args, options)
}

/** @returns {boolean} whether this process got the lock */
function takeLock() {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    if (lockIsStale()) releaseLock()
    return false
  }
}

function releaseLock() {
  try {
    unlinkSync(lockFile)
  } catch {
    // Another process took the lock first.
  }
}

/** A lock remains after a power cut or kill -9. */
function lockIsStale() {
  try {
    const holder = Number(readFileSync(lockFile, 'utf8'))
    if (!holder) return Date.now() - statSync(lockFile).mtimeMs > 5_000
    process.kill(holder, 0)
    return false
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH'
  }
}

/** @returns {{ path: string, version: number[] }} the project's own Node if it runs here, else this one */
function chooseNode() {
  const os = windows ? 'win' : process.platform
  for (const name of [`node-${os}-${process.arch}`, `node-bin-${os}-${process.arch}`]) {
    const manifest = readJson(join(modules, name, 'package.json'))
    const path = manifest && join(modules, name, manifest.bin.node)
    const version = path && versionOf(path)
    if (version && atLeast(version, NEEDED)) return { path, version }
  }
  const own = parseVersion(process.versions.node)
  if (atLeast(own, NEEDED)) return { path: process.execPath, version: own }
  return fail(
    `This project needs Node ${NEEDED.join('.')} or later and found ${process.versions.node}: ` +
      `no packaged Node runs on ${process.platform} ${process.arch}, so please install one from https://nodejs.org.`,
  )
}

/** @param {string} path @returns {number[] | null} null if the program does not run here */
function versionOf(path) {
  if (existsSync(path) && realpathSync(path) === realpathSync(process.execPath)) {
    return parseVersion(process.versions.node)
  }
  const result = spawnSync(path, ['--version'], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  return result.status === 0 ? parseVersion(result.stdout.trim().replace(/^v/, '')) : null
}

/** @param {string} text */
function parseVersion(text) {
  return text.split('.').map(Number)
}

/** @param {number[]} version @param {number[]} least */
function atLeast([major = 0, minor = 0], [leastMajor = 0, leastMinor = 0]) {
  return major > leastMajor || (major === leastMajor && minor >= leastMinor)
}

/** @param {number[]} version */
function typesNeedAFlag(version) {
  return (
    !STRIPS_TYPES.some((least) => (version[0] === least[0] ? atLeast(version, least) : false)) &&
    (version[0] ?? 0) < 24
  )
}

/**
 * @param {{ path: string, version: number[] }} runner
 * @param {string} file
 * @param {string[]} args
 */
async function handOver(runner, file, args) {
  const pathKey = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  process.env[pathKey] = [join(modules, '.bin'), process.env[pathKey] ?? ''].join(delimiter)
  process.chdir(root)
  const flag = typesNeedAFlag(runner.version)
  if (!flag && realpathSync(runner.path) === realpathSync(process.execPath)) {
    process.argv = [process.execPath, file, ...args]
    endWithParent(() => process.kill(process.pid, 'SIGTERM'))
    await import(pathToFileURL(file).href)
    return
  }
  if (flag) {
    const more = '--experimental-strip-types --disable-warning=ExperimentalWarning'
    process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} ${more}`.trim()
  }
  const child = spawn(runner.path, [file, ...args], { stdio: 'inherit' })
  endWithParent(() => child.kill('SIGTERM'))
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the whole process group, so the child already has it.
      if (!(signal === 'SIGINT' && process.stdin.isTTY)) child.kill(signal)
    })
  }
  child.on('error', (error) => fail(`Could not start ${runner.path}: ${error.message}`))
  child.on('exit', (code, signal) => {
    if (signal) {
      for (const each of signals) process.removeAllListeners(each)
      process.kill(process.pid, signal)
    } else process.exit(code ?? 1)
  })
}

/**
 * npm runs scripts in a shell and, when npm is stopped, ends only that shell. A script that loses its parent ends
 * too, so that its ports become free. Windows has no such parent.
 *
 * @param {() => void} end
 */
function endWithParent(end) {
  if (windows || !process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    end()
  }, 500)
  watch.unref()
}
