import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from '../../scripts/lib/files.ts'

/** A program that prints its name on SIGTERM, and exits once the file `after` exists. */
const child = (name: string, folder: string, after: string) => `
  const { existsSync, writeFileSync } = require('node:fs')
  process.on('SIGTERM', () => {
    console.log('${name} stops')
    const timer = setInterval(() => {
      if (!existsSync('${join(folder, after)}')) return
      clearInterval(timer)
      writeFileSync('${join(folder, name)} ended', '')
      process.exit()
    }, 10)
  })
  writeFileSync('${join(folder, name)}', '')
  setInterval(() => {}, 1e6)
`

test('a signal stops all scripts, whose output is shown, and no other script starts', async (test) => {
  if (process.platform === 'win32') return test.skip('no signals that a program can handle')
  const folder = await mkdtemp(join(tmpdir(), 'fieldhand-run-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const programs = [child('first', folder, 'first'), child('second', folder, 'first ended')]
  const parent = `
    import { runNode } from '${join(ROOT, 'scripts/lib/run.ts')}'
    await Promise.all(${JSON.stringify(programs)}.map(async (program) => {
      for (const script of [program, 'console.log("another")']) {
        const { code, output } = await runNode(['-e', script], { quiet: true })
        process.stdout.write(code + ' ' + output)
      }
    }))
  `
  const run = spawn(process.execPath, ['--input-type=module', '-e', parent])
  let output = ''
  run.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const started = () => ['first', 'second'].every((name) => existsSync(join(folder, name)))
  await expect.poll(started).toBe(true)
  run.kill('SIGTERM')
  expect(await once(run, 'close')).toEqual([1, null])
  // The second one can be the first whose end is noticed.
  expect(output.trim().split('\n').toSorted()).toEqual(['1 first stops', '1 second stops'])
  expect(existsSync(join(folder, 'second ended'))).toBe(true)
})
