import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const ROOT = resolve(import.meta.dirname, '../..')
/** The folder in which Node caches compiled modules for later programs. */
const COMPILED = resolve(ROOT, '.cache/compiled')
/** Otherwise, a program spends more time optimizing the embedded database than using it. */
const UNOPTIMIZED = '--liftoff-only'
/** Lets a program copy an empty embedded database when it needs a new one. Creating it takes five times as long. */
export const COPY_DATABASES = [
  '--import',
  pathToFileURL(resolve(import.meta.dirname, 'copy-new-databases.ts')).href,
]

export interface Program {
  child: ChildProcess
  /** Returns its output so far. */
  output(): { stdout: string; stderr: string }
  /** Resolves with its exit code, or the signal that terminated it. */
  ended: Promise<number | NodeJS.Signals | null>
  /** Resolves when standard output contains the text. Rejects if the process exits first. */
  saying(text: string): Promise<void>
}

/** Runs one of the project's TypeScript programs in a separate process with a minimal environment. */
export function runProgram(file: string, args: string[], env: Record<string, string> = {}): Program {
  const { PATH = '', GLIBC_TUNABLES = '' } = process.env
  const child = spawn(process.execPath, [UNOPTIMIZED, ...COPY_DATABASES, resolve(ROOT, file), ...args], {
    cwd: ROOT,
    env: { PATH, GLIBC_TUNABLES, NODE_COMPILE_CACHE: COMPILED, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const ended = new Promise<number | NodeJS.Signals | null>((end) => {
    child.on('close', (code, signal) => end(code ?? signal))
  })
  return {
    child,
    output: () => ({ stdout, stderr }),
    ended,
    saying: (text) =>
      new Promise((said, failed) => {
        const look = () => {
          if (!stdout.includes(text)) return
          child.stdout.off('data', look)
          said()
        }
        child.stdout.on('data', look)
        ended.then((end) => failed(new Error(`Ended with ${end}: ${stderr || stdout}`)))
        look()
      }),
  }
}

/**
 * Ports below those that operating systems use for outgoing connections, so that none takes a port before its server
 * listens, and above 10080, the last one that fetch blocks.
 */
const PORTS = { first: 11_000, end: 32_000 }
const ATTEMPTS = 100

/** Listens at a random port. */
async function listen(attempts = ATTEMPTS): Promise<Server> {
  const server = createServer().listen(randomInt(PORTS.first, PORTS.end), '127.0.0.1')
  try {
    await once(server, 'listening')
    return server
  } catch (error) {
    if (attempts > 1) return listen(attempts - 1)
    throw error
  }
}

/** Returns the given number of unused ports. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, () => listen()))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))))
  return ports
}
