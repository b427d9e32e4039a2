import { migrateIdentity } from '../dev/identity/migrate.ts'
import { nameOfData } from '../server/backups/back-up.ts'
import { restore } from '../server/backups/restore.ts'
import { runCommand, StartupError } from '../server/base/errors.ts'
import { count, keyOf, readDataCommand } from './lib/data-command.ts'
import { journalText } from './lib/journal-text.ts'

const USAGE = `Usage: npm run restore -- FILE [--replace] [--database-url URL]

Restores an archive of npm run backup. Stop all servers first. --replace replaces the data that is there, once the
archive is restored completely. Applies the journal, so that what was erased, revoked, or opted out since then stays so.
DATABASE_URL, PHOTOS_FOLDER, and JOURNAL_FOLDER say where, as for npm start (docs/operations.md).
`

const skippedText = (rows: number): string[] =>
  rows === 0
    ? []
    : [`Skipped the local identity's accounts (${count(rows, 'row')}), because you use your own Clerk key.`]

async function main(argv: string[]): Promise<void> {
  const command = readDataCommand(argv)
  if (command === null) return void process.stdout.write(USAGE)
  const { config, file, replace } = command
  if (file === null) throw new StartupError('Which file? Run npm run restore -- FILE. --help shows more.')
  const createLocalIdentity = config.isLocal ? migrateIdentity : null
  const { rows, photos, skipped, madeAt, journal } = await restore(config, file, replace, createLocalIdentity)
  process.stdout.write(
    `Restored ${nameOfData(config.databaseUrl)} as of ${madeAt.toISOString()} (${count(rows, 'row')}, ${count(photos, 'photo file')}).
${[...skippedText(skipped), ...journalText(journal, madeAt)].join('\n')}
${keyOf(config)} must be the key of that time. npm start updates the data if the archive is older, and sends the messages that waited then.
`,
  )
}

await runCommand(() => main(process.argv.slice(2)), 'The restore failed')
