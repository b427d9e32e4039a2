import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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

/**
 * Runs a script with this version of Node until it exits. `quiet` collects its output instead of showing it. Forwards
 * signals to the script, and then exits when it has ended.
 */
export function runNode(
  args: string[],
  { quiet = false, env = process.env }: { quiet?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<Outcome> {
  const child = startNode(args, {
    env,
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
  })
  const stop = (signal: NodeJS.Signals) => {
    child.kill(signal)
    child.once('close', () => process.exit(1))
  }
  process.on('SIGTERM', stop).on('SIGHUP', stop)
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
      process.off('SIGTERM', stop).off('SIGHUP', stop)
      done({ code: code ?? 1, output })
    })
  })
}

/**
 * Runs children together. Each one receives a signal once. When the first one exits, terminates the others. Resolves
 * with the exit code of the first one after all children have exited.
 */
export async function superviseAll(children: ChildProcess[]): Promise<number> {
  let first: number | undefined
  let isStopping = false
  const endAll = (signal: NodeJS.Signals) => {
    isStopping = true
    for (const child of children) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the whole group, so the children already have it; a second one would mean "immediately".
      if (signal === 'SIGINT' && process.stdin.isTTY) isStopping = true
      else if (!isStopping) endAll(signal)
    })
  }
  const ended = (child: ChildProcess) =>
    new Promise<void>((done) => {
      const onEnd = (code: number | null) => {
        first ??= code ?? 1
        if (!isStopping) endAll('SIGTERM')
        done()
      }
      child.on('error', () => onEnd(1))
      child.on('exit', onEnd)
    })
  await Promise.all(children.map(ended))
  return first ?? 1
}
