import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { ROOT } from './files.ts'

/** The exit code of a program, with its output if requested. */
export interface Outcome {
  code: number
  output: string
}

/**
 * Returns the script behind a package's command, to run with this Node. Also works where `.bin` has shell wrappers
 * (Windows).
 */
export function commandOf(packageName: string, command = packageName): string {
  const folder = join(ROOT, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>
  }
  const path = typeof bin === 'string' ? bin : bin[command]
  if (!path) throw new Error(`${packageName} has no command ${command}`)
  return join(folder, path)
}

/** Starts a script with this version of Node in the project's root folder. */
export function startNode(args: string[], options: SpawnOptions = {}): ChildProcess {
  return spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', ...options })
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Sends a signal to the children that haven't exited. */
function signalAll(signal: NodeJS.Signals, children: Iterable<ChildProcess>): void {
  for (const child of children) {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
  }
}

/** The children of `runNode`. */
const running = new Set<ChildProcess>()
let isStopping = false

function stop(signal: NodeJS.Signals): void {
  isStopping = true
  // A terminal also sends Ctrl-C to the scripts.
  if (signal !== 'SIGINT') signalAll(signal, running)
}

/** Exits after the running scripts have ended and their callers have handled the outcomes. */
async function exitWhenStopped(): Promise<never> {
  await Promise.all([...running].map((child) => once(child, 'close')))
  await setImmediate()
  process.exit(1)
}

/**
 * Runs a script with this version of Node until it exits. `quiet` collects its output instead of showing it. A signal is
 * forwarded to all scripts that are running, which then count as failed. After that, this process ends instead of running
 * another one.
 */
export function runNode(
  args: string[],
  { quiet = false, env = process.env }: { quiet?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<Outcome> {
  if (isStopping) return exitWhenStopped()
  const child = startNode(args, {
    env,
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
  })
  if (running.size === 0) for (const signal of SIGNALS) process.on(signal, stop)
  running.add(child)
  return new Promise((done, failed) => {
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.on('error', failed)
    child.on('close', (code) => {
      done({ code: isStopping ? 1 : (code ?? 1), output })
      running.delete(child)
      if (running.size === 0) for (const signal of SIGNALS) process.off(signal, stop)
    })
  })
}

/**
 * Runs children together. Each one receives a signal once. When the first one exits, terminates the others. Resolves
 * with the exit code of the first one after all children have exited.
 */
export async function superviseAll(children: ChildProcess[]): Promise<number> {
  let first: number | undefined
  let isEnding = false
  const endAll = (signal: NodeJS.Signals) => {
    // A terminal sends Ctrl-C to the whole group, so the children already have it; a second one would mean "immediately".
    const isSent = signal === 'SIGINT' && process.stdin.isTTY
    if (!isEnding && !isSent) signalAll(signal, children)
    isEnding = true
  }
  for (const signal of SIGNALS) process.on(signal, endAll)
  const ended = (child: ChildProcess) =>
    new Promise<void>((done) => {
      const onEnd = (code: number | null) => {
        first ??= code ?? 1
        endAll('SIGTERM')
        done()
      }
      child.on('error', () => onEnd(1))
      child.on('exit', onEnd)
    })
  await Promise.all(children.map(ended))
  return first ?? 1
}
