import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { takeLock } from '../../server/db/lock.ts'
import { freePorts, runProgram } from '../support/program.ts'

describe.each(['start', 'dev'])('npm %s, before it builds or serves anything,', (name) => {
  it('refuses data that another server uses', async () => {
    const root = await mkdtemp(join(tmpdir(), 'fieldhand-start-'))
    onTestFinished(() => rm(root, { recursive: true, force: true }))
    onTestFinished(takeLock(root))
    await expectRefusal(
      { DATABASE_URL: root, DIST_FOLDER: join(root, 'no-dist') },
      `The data in ${root} is in use by another process: stop that one first, or choose another folder with --database-url.`,
    )
  })

  it('refuses a port that another program uses', async () => {
    const [port = 0] = await freePorts(1)
    const other = createServer().listen(port, '127.0.0.1')
    onTestFinished(() => void other.close())
    await expectRefusal(
      { DATABASE_URL: 'memory://', CONSOLE_PORT: String(port), DIST_FOLDER: join(tmpdir(), 'no-dist') },
      `Port ${port} for the console is in use by another program: stop it, or choose another with --port.`,
    )
  })

  async function expectRefusal(env: Record<string, string>, reason: string): Promise<void> {
    const program = runProgram(`scripts/${name}.ts`, [], env)
    onTestFinished(() => void program.child.kill())
    await Promise.race([program.ended, program.saying('build')]).catch(() => null)
    expect(program.output()).toEqual({ stdout: '', stderr: `${reason}\n` })
    expect(await program.ended).toBe(1)
  }
})
