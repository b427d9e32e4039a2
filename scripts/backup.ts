import { relative } from 'node:path'
import { backUp, nameOfData } from '../server/backups/back-up.ts'
import { runCommand } from '../server/base/errors.ts'
import { count, keyOf, readDataCommand } from './lib/data-command.ts'
import { ROOT } from './lib/files.ts'

const USAGE = `Usage: npm run backup [-- FILE] [--database-url URL]

Writes the database, the photos, and the journal to one archive, by default in the folder backups/. The server can keep running.
DATABASE_URL, PHOTOS_FOLDER, and JOURNAL_FOLDER say where the data is, as for npm start (docs/operations.md).
`

const nameNow = () => `fieldhand-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.jsonl.gz`

/** Formats a number of bytes as kilobytes, megabytes, or gigabytes. */
function sizeText(bytes: number): string {
  const units = ['kB', 'MB', 'GB']
  let [size, unit] = [bytes / 1_000, 0]
  while (size >= 1_000 && unit < units.length - 1) {
    size /= 1_000
    unit += 1
  }
  return `${size.toFixed(size < 10 ? 1 : 0)} ${units[unit]}`
}

async function main(argv: string[]): Promise<void> {
  const command = readDataCommand(argv)
  if (command === null) return void process.stdout.write(USAGE)
  const { config } = command
  const file = command.file ?? `${ROOT}/backups/${nameNow()}`
  const { bytes, rows, photos } = await backUp(config, file)
  const isElsewhere = config.photos.kind === 's3'
  const content = [count(rows, 'row'), ...(isElsewhere ? [] : [count(photos, 'photo file')])].join(', ')
  const lines = [
    `Backed up ${nameOfData(config.databaseUrl)} to ${command.file ? file : relative(ROOT, file)} (${sizeText(bytes)}: ${content}).`,
    ...(isElsewhere ? ['The photos are not included: back up their bucket too.'] : []),
    ...(config.journal
      ? []
      : [
          'No journal is kept: a restore brings back what is erased or revoked from now on. Set JOURNAL_FOLDER.',
        ]),
    `${keyOf(config)} is not included: keep a copy of it elsewhere, or owners have to connect their calendars and other services again.`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

await runCommand(() => main(process.argv.slice(2)), 'The backup failed')
