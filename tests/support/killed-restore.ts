import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import pg from 'pg'

/**
 * Restores an archive and kills itself with SIGKILL just before its nth step: a file change, or a query on a PostgreSQL
 * server. A negative number counts from the first renamed folder, which is -1, because the number of PostgreSQL's own
 * file changes before that varies. Prints how many steps it made.
 */
const [databaseUrl = '', photos = '', archive = '', nth = '0'] = process.argv.slice(2)
const CHANGES = ['writeSync', 'writeFileSync', 'renameSync', 'unlinkSync', 'ftruncateSync', 'mkdirSync']
const PROMISED_CHANGES = ['rename', 'rm', 'mkdir', 'open', 'writeFile']
let steps = 0
let stepsAtRename = Number.POSITIVE_INFINITY

function count(owner: object, names: readonly string[]): void {
  for (const name of names) {
    const change = Reflect.get(owner, name) as (...args: unknown[]) => unknown
    Reflect.set(owner, name, function (this: unknown, ...args: unknown[]) {
      if (owner === fs.promises && name === 'rename') stepsAtRename = Math.min(stepsAtRename, steps)
      steps += 1
      if (steps === Number(nth) || stepsAtRename - steps === Number(nth)) process.kill(process.pid, 'SIGKILL')
      return change.apply(this, args)
    })
  }
}

if (databaseUrl.includes('://')) count(pg.Client.prototype, ['query'])
else {
  count(fs, CHANGES)
  count(fs.promises, PROMISED_CHANGES)
  syncBuiltinESMExports()
}

const { migrateIdentity } = await import('../../dev/identity/migrate.ts')
const { restore } = await import('../../server/backups/restore.ts')
await restore({ databaseUrl, photos: { kind: 'folder', folder: photos } }, archive, true, migrateIdentity)
process.stdout.write(`${steps}\n`)
