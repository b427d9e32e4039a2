import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from '../../scripts/lib/files.ts'
import { freePorts } from '../support/program.ts'

/** Runs the command on a machine with these variables. The browser is any file. */
async function examine(variables: Record<string, string>): Promise<{ code: number; output: string }> {
  const [console = 0, api = 0, widget = 0] = await freePorts(3)
  const env = {
    ...{ PATH: '', DATABASE_URL: 'memory://', CHROMIUM_PATH: process.execPath, E2E_PORT: '19200' },
    ...{ CONSOLE_PORT: `${console}`, API_PORT: `${api}`, WIDGET_PORT: `${widget}` },
    ...variables,
  }
  return promisify(execFile)(process.execPath, [join(ROOT, 'scripts/doctor.ts')], { env }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
  )
}

test('a machine without optional programs is ready, and learns how to get them', async () => {
  const { code, output } = await examine({})
  expect([code, output]).toEqual([0, expect.stringMatching(/^ok +Node \d+/)])
  expect(output).toMatch(/^optional +caddy: Needed for .*apt-get install caddy/m)
  expect(output).not.toMatch(/^missing/m)
})

test('a taken port and a wrong path of the browser are named, and fail', async () => {
  const other = createServer().listen(0, 'localhost')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { port } = other.address() as AddressInfo
  const { code, output } = await examine({ API_PORT: `${port}`, CHROMIUM_PATH: '/nowhere' })
  expect(code).toBe(1)
  expect(output).toMatch(new RegExp(`^missing +ports and data for npm start: .*${port}`, 'm'))
  expect(output).toMatch(/^missing +Chromium: CHROMIUM_PATH is \/nowhere/m)
})
