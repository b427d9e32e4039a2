import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { VERSION } from '../../server/base/version.ts'
import { freePorts, type Program, runProgram } from '../support/program.ts'

let root = ''
const running: Program[] = []

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'fieldhand-main-'))
})

afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
})

afterAll(() => rm(root, { recursive: true, force: true }))

async function startServerProcess(env: Record<string, string>, args: string[] = []) {
  const [port = 0, api = 0, widget = 0] = await freePorts(3)
  const ports = { CONSOLE_PORT: String(port), API_PORT: String(api), WIDGET_PORT: String(widget) }
  const server = runProgram('dev/main.ts', args, {
    ...ports,
    DIST_FOLDER: join(root, 'no-dist'),
    ...env,
  })
  running.push(server)
  return { ...server, ports: [port, api, widget] }
}

/** Requests until the port is open; a refused connection does not count. */
async function firstAnswer(url: string, ended: Promise<unknown>): Promise<Response> {
  let isOver = false
  ended.then(() => {
    isOver = true
  })
  for (;;) {
    try {
      return await fetch(url)
    } catch (error) {
      if (isOver) throw error
    }
  }
}

describe('the server as a process', () => {
  it('opens its ports before its database, serves requests, stops in order, and keeps its data', async () => {
    const env = { DATABASE_URL: join(root, 'data') }
    const first = await startServerProcess(env)
    const [consolePort, api, widget] = first.ports

    const early = await firstAnswer(`http://localhost:${api}/api/v1/organizations/x`, first.ended)
    expect(early.status).toBe(503)
    expect(early.headers.get('retry-after')).toBe('1')
    expect(await early.json()).toEqual({ message: 'The server is starting: try again in a moment' })
    const health = await fetch(`http://localhost:${widget}/healthz`)
    expect(await health.json()).toEqual({ status: 'starting' })

    await first.saying('Ctrl+C stops it')
    for (const port of first.ports) {
      const answer = await fetch(`http://localhost:${port}/healthz`)
      expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok', version: VERSION }])
    }
    const greeting = first.output().stdout
    expect(greeting).toContain(`http://localhost:${consolePort}`)
    expect(greeting).toContain('owner@fieldhand.test / greener-pastures')

    const second = await startServerProcess(env)
    expect(await second.ended).toBe(1)
    expect(second.output()).toEqual({
      stdout: '',
      stderr: `The data in ${env.DATABASE_URL} is in use by another process: stop that one first, or choose another folder with --database-url.\n`,
    })

    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    expect(first.output().stderr).toBe('')

    const third = await startServerProcess(env)
    await third.saying('Ctrl+C stops it')
    third.child.kill('SIGINT')
    expect(await third.ended).toBe(0)
  })

  it('reports which port is in use', async () => {
    const [taken = 0] = await freePorts(1)
    const other = createServer().listen(taken)
    await new Promise((listening) => other.once('listening', listening))
    const server = await startServerProcess({ DATABASE_URL: 'memory://' }, ['--api-port', String(taken)])
    expect(await server.ended).toBe(1)
    other.close()
    expect(server.output()).toEqual({
      stdout: '',
      stderr: `Port ${taken} for the API is in use by another program: stop it, or choose another with --api-port.\n`,
    })
  })

  it('reports a damaged folder', async () => {
    const folder = join(root, 'damaged')
    await mkdir(join(folder, 'data'), { recursive: true })
    await writeFile(join(folder, 'data', 'PG_VERSION'), 'garbage')
    const server = await startServerProcess({ DATABASE_URL: folder })
    expect(await server.ended).toBe(1)
    const { stdout, stderr } = server.output()
    expect(stdout).toBe('')
    expect(stderr).toContain(
      `The database in ${folder} cannot be opened: the file data/PG_VERSION is damaged.`,
    )
    expect(stderr.trim()).not.toContain('\n')
  })

  it('reports configuration errors and lists its flags', async () => {
    const wrong = await startServerProcess({}, ['--api-port', 'high'])
    expect(await wrong.ended).toBe(1)
    expect(wrong.output().stderr).toBe('--api-port must be a whole number from 1 to 65535, not "high".\n')

    const help = await startServerProcess({}, ['--help'])
    expect(await help.ended).toBe(0)
    expect(help.output().stdout).toContain('--widget-port <n>')
  })
})
