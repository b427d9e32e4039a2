import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './files.ts'

/** How a program ended, with all it printed when that was asked for. */
export interface Outcome {
  code: number
  output: string
}

/**
 * The script behind a package's command, to be run by this very Node: works where `.bin` holds shell
 * wrappers (Windows) too.
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

/** Starts a script with this Node in the project's folder. */
export function startNode(args: string[], options: SpawnOptions = {}): ChildProcess {
  return spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', ...options })
}

/**
 * Runs a script with this Node to its end; `quiet` collects what it prints instead of showing it. When this
 * process is told to end, the script is told too.
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
    process.exit(1)
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
 * Ties the life of children to this process: a signal reaches them all once, and the first to end ends the
 * others. Resolves with the exit code of whoever ended first once every child is gone.
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
      // A terminal sends Ctrl-C to the whole group: the children have it, and a second one would mean haste.
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
