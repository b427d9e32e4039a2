import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { takeLock } from '../../server/db/lock.ts'
import { runProgram } from '../support/companion.ts'

it('npm start refuses data that another companion uses before it builds anything', async () => {
  const root = await mkdtemp(join(tmpdir(), 'fieldhand-start-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  onTestFinished(takeLock(root))
  const start = runProgram('scripts/start.ts', [], {
    DATABASE_URL: root,
    DIST_FOLDER: join(root, 'no-dist'),
  })
  onTestFinished(() => void start.child.kill())
  await Promise.race([start.ended, start.saying('Building the console')]).catch(() => null)
  expect(start.output()).toEqual({
    stdout: '',
    stderr: `The data in ${root} is in use by another process: stop that one first, or choose another folder with --database-url.\n`,
  })
  expect(await start.ended).toBe(1)
})
