import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Opens the database in a folder and kills itself with SIGKILL just before its nth file change. Prints how many changes
 * it made.
 */
const [folder = '', nth = '0'] = process.argv.slice(2)
const CHANGES = [
  'writeSync',
  'writeFileSync',
  'renameSync',
  'unlinkSync',
  'ftruncateSync',
  'mkdirSync',
] as const
let changes = 0

for (const name of CHANGES) {
  const change = fs[name] as (...args: unknown[]) => unknown
  Object.assign(fs, {
    [name]: (...args: unknown[]) => {
      changes += 1
      if (changes === Number(nth)) process.kill(process.pid, 'SIGKILL')
      return change(...args)
    },
  })
}
syncBuiltinESMExports()

const { openDatabase } = await import('../../server/db/open.ts')
const { close } = await openDatabase(folder)
process.stdout.write(`${changes}\n`)
await close()
