// @ts-check
/**
 * Runs a script of this project on a machine that has only npm and Node 18 or later:
 *
 *     node scripts/bootstrap.mjs scripts/start.ts [flags]
 *
 * Installs the lockfile's packages if they differ from what is installed, and Node itself (`scripts/node`) if the
 * system's is too old, and runs the script with `node_modules/.bin` and that Node first on PATH. Passes exit codes and
 * signals through. Uses no packages, because none may be installed yet.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const modules = join(root, 'node_modules')
/** Where the project's own Node is installed. */
const runtime = join(root, 'scripts', 'node')
const lockFile = join(root, '.cache', 'install.lock')
const windows = process.platform === 'win32'

/** The oldest supported major version of Node. */
const NEEDED = 24
const usesSystemNode = Number(process.versions.node.split('.')[0]) >= NEEDED
const [script, ...rest] = process.argv.slice(2)
if (!script) fail('Usage: node scripts/bootstrap.mjs <script> [flags]')

if (missing().length > 0) await install()
await handOver(resolve(root, script), rest)

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

/** @returns {string[]} the folders whose packages are missing or have the wrong versions: the project's or Node's */
function missing() {
  return [root, ...(usesSystemNode ? [] : [runtime])].filter((folder) => !installed(folder))
}

/**
 * Returns whether a folder's node_modules matches its package-lock.json. npm writes node_modules/.package-lock.json
 * last, so an interrupted install does not match. Only packages for other systems may be missing.
 *
 * @param {string} folder
 */
function installed(folder) {
  const wanted = readJson(join(folder, 'package-lock.json'))?.packages
  const found = readJson(join(folder, 'node_modules', '.package-lock.json'))?.packages
  if (!wanted)
    fail(`${join(folder, 'package-lock.json')} is missing or damaged: get it back from version control.`)
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
    if (missing().length === 0 && !existsSync(lockFile)) return
  }
  try {
    const folders = missing()
    if (folders.length === 0) return
    // Standard output belongs to the script.
    process.stderr.write('Installing packages (npm ci), once …\n')
    const started = Date.now()
    const failures = await Promise.all(folders.map(runNpm))
    const why = failures.find(Boolean)
    if (why) {
      releaseLock()
      fail(`npm could not install the packages (${why}). Look above, check the network, and run this again.`)
    }
    process.stderr.write(`Packages installed in ${Math.round((Date.now() - started) / 1000)} s.\n`)
  } finally {
    releaseLock()
  }
}

/** @param {string} folder @returns {Promise<string | null>} why the packages of the folder are not installed */
function runNpm(folder) {
  const args = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    // The system's Node may be too old for the packages.
    '--loglevel=error',
  ]
  /** @type {import('node:child_process').SpawnOptions} */
  const options = { cwd: folder, stdio: ['ignore', process.stderr, 'inherit'] }
  const cli = process.env.npm_execpath
  const npm = cli?.endsWith('npm-cli.js')
    ? spawn(process.env.npm_node_execpath ?? process.execPath, [cli, ...args], options)
    : windows
      ? spawn(`npm ${args.join(' ')}`, { ...options, shell: true })
      : spawn('npm', args, options)
  return new Promise((done) => {
    npm.on('error', (error) => done(error.message))
    npm.on('close', (code, signal) => done(code === 0 ? null : `exit code ${code ?? signal}`))
  })
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
    // Another process removed the lock first.
  }
}

/** Returns whether the process that holds the lock no longer exists, for example after a power failure or kill -9. */
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

/** @returns {string} the path of the project's own Node; exits with an error if it does not run here */
function ownNode() {
  const os = windows ? 'win' : process.platform
  for (const name of [`node-${os}-${process.arch}`, `node-bin-${os}-${process.arch}`]) {
    const manifest = readJson(join(runtime, 'node_modules', name, 'package.json'))
    const path = manifest && join(runtime, 'node_modules', name, manifest.bin.node)
    if (path && spawnSync(path, ['--version'], { env: { ...process.env, NODE_OPTIONS: '' } }).status === 0)
      return path
  }
  return fail(
    `This project needs Node ${NEEDED} or later and found ${process.versions.node}: ` +
      `no packaged Node runs on ${process.platform} ${process.arch}, so please install one from https://nodejs.org.`,
  )
}

/**
 * @param {string} file
 * @param {string[]} args
 */
async function handOver(file, args) {
  const node = usesSystemNode ? process.execPath : ownNode()
  const pathKey = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  const first = [join(modules, '.bin'), ...(usesSystemNode ? [] : [dirname(node)])]
  process.env[pathKey] = [...first, process.env[pathKey] ?? ''].join(delimiter)
  process.chdir(root)
  if (usesSystemNode) {
    process.argv = [process.execPath, file, ...args]
    endWithParent(() => process.kill(process.pid, 'SIGTERM'))
    await import(pathToFileURL(file).href)
    return
  }
  const child = spawn(node, [file, ...args], { stdio: 'inherit' })
  endWithParent(() => child.kill('SIGTERM'))
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the whole process group, so the child already has it.
      if (!(signal === 'SIGINT' && process.stdin.isTTY)) child.kill(signal)
    })
  }
  child.on('error', (error) => fail(`Could not start ${node}: ${error.message}`))
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
