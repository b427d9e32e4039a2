import { useStore } from '@nanostores/react'
import type { BusinessDay } from '../../contract/profile.ts'
import type { Conflict, FaqEntry, QuestionEntry } from '../../domain/settings.ts'
import { capitalized } from '../../domain/settings-options.ts'
import { $conflicts, keepMine, takeTheirs } from '../../stores/settings.ts'
import { FIELD_LABELS } from './labels.ts'

/** What another person has saved meanwhile, field by field, beside what was typed here. Nothing is sent until chosen. */
export function ConflictPanel() {
  const conflicts = useStore($conflicts)
  if (conflicts.length === 0) return null
  return (
    <section className="card conflicts" id="conflicts" tabIndex={-1} aria-labelledby="conflicts-title">
      <h2 id="conflicts-title">Changed by someone else meanwhile</h2>
      <p className="muted">Nothing is overwritten until you choose.</p>
      {conflicts.map((conflict) => (
        <ConflictRow key={conflict.field} {...conflict} />
      ))}
    </section>
  )
}

function ConflictRow({ field, mine, theirs }: Conflict) {
  const label = FIELD_LABELS[field]
  return (
    <div className="conflict" data-conflict={field}>
      <h3>{label}</h3>
      <div>
        <p className="muted">Yours</p>
        <p className="conflict-value">{inWords(mine)}</p>
        <button
          type="button"
          className="button quiet"
          aria-label={`Keep mine: ${label}`}
          onClick={() => keepMine(field)}
        >
          Keep mine
        </button>
      </div>
      <div>
        <p className="muted">Saved by someone else</p>
        <p className="conflict-value">{inWords(theirs)}</p>
        <button
          type="button"
          className="button quiet"
          aria-label={`Take theirs: ${label}`}
          onClick={() => takeTheirs(field)}
        >
          Take theirs
        </button>
      </div>
    </div>
  )
}

type Entry = string | BusinessDay | FaqEntry | QuestionEntry

function entryInWords(entry: Entry): string {
  if (typeof entry === 'string') return entry
  if ('day' in entry) {
    const times = entry.isOpen ? `${entry.openTime}–${entry.closeTime}` : 'closed'
    return `${capitalized(entry.day)} ${times}`
  }
  return 'question_text' in entry ? entry.question_text : `${entry.question}\n${entry.answer}`
}

/** A field's value for people. */
function inWords(value: Conflict['mine']): string {
  if (value === null || value === '') return '(empty)'
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (typeof value !== 'object') return String(value)
  if ('full_address' in value) return value.full_address
  const list: readonly Entry[] = value
  return list.length === 0 ? '(empty)' : list.map(entryInWords).join('\n')
}
