import { EFFECTS, type Effect } from '../../server/backups/effects.ts'
import type { JournalReport } from '../../server/backups/restore-journal.ts'
import { count } from './data-command.ts'

/** Returns the lines that say what a restore took from the journal, and what nobody knows. */
export function journalText(report: JournalReport, madeAt: Date): string[] {
  const { begins, ends, unreadable, foreign, effects } = report
  const backup = madeAt.toISOString()
  const unknown = 'what was erased, revoked, ended, or opted out'
  if (begins === null || ends === null) {
    return [
      `There is no journal: ${unknown} since ${backup} is not known, and is back.`,
      ...damage(unreadable),
    ]
  }
  const done = (Object.keys(EFFECTS) as Effect[]).flatMap((effect) => {
    const [one, more] = EFFECTS[effect]
    return effects[effect] === 0 ? [] : [count(effects[effect], one, more)]
  })
  const applied = done.length > 0 ? done.join(', ') : 'nothing that was not in the backup'
  const lines = [`Applied the journal from ${begins} to ${ends}: ${applied}.`]
  // Nothing may have happened on the day of the backup before it was made.
  if (!report.isLive || ends.slice(0, 10) < backup.slice(0, 10)) {
    const from = ends > backup ? ends : backup
    const why = report.isLive ? 'It ends before the backup' : 'It is the copy in the backup'
    lines.push(`${why}: ${unknown} since ${from} is not known, and is back.`)
  }
  if (begins > backup) {
    lines.push(
      `It begins after the backup: ${unknown} between ${backup} and ${begins} is not known, and is back.`,
    )
  }
  if (foreign > 0) {
    lines.push(
      `${count(foreign, 'entry', 'entries')} could not be compared with the data, because another database made the hashes.`,
    )
  }
  return [...lines, ...damage(unreadable)]
}

const damage = (unreadable: number) =>
  unreadable === 0 ? [] : [`${count(unreadable, 'line')} of the journal could not be read.`]
