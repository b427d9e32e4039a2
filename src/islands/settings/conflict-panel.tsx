import { useStore } from '@nanostores/react'
import type { BusinessDay, DaysOff } from '../../contract/profile.ts'
import { capitalized } from '../../domain/common/capitalized.ts'
import { SETTINGS_FIELDS } from '../../domain/settings/fields.ts'
import type { Conflict, FaqEntry, QuestionEntry, SettingsField } from '../../domain/settings/settings.ts'
import { $conflicts, keepMine, takeTheirs } from '../../stores/settings/settings.ts'
import { ConflictList } from '../../ui/conflict-list.tsx'

/** Settings that another person has saved, next to the user's own input. */
export function ConflictPanel() {
  const conflicts = useStore($conflicts)
  return (
    <ConflictList
      conflicts={conflicts.map(({ field, mine, theirs }) => ({
        field,
        label: SETTINGS_FIELDS[field].label,
        mine: inWords(field, mine),
        theirs: inWords(field, theirs),
      }))}
      onKeep={(field) => keepMine(field as SettingsField)}
      onTake={(field) => takeTheirs(field as SettingsField)}
    />
  )
}

type Entry = string | BusinessDay | DaysOff | FaqEntry | QuestionEntry

function entryInWords(entry: Entry): string {
  if (typeof entry === 'string') return entry
  if ('day' in entry) {
    const times = entry.isOpen ? `${entry.openTime}–${entry.closeTime}` : 'closed'
    return `${capitalized(entry.day)} ${times}`
  }
  if ('from' in entry) return [`${entry.from} – ${entry.to}`, entry.note].filter(Boolean).join(' ')
  return 'question_text' in entry ? entry.question_text : `${entry.question}\n${entry.answer}`
}

/** Formats a field's value for display. Returns a blank string if there is no value. */
function inWords(field: SettingsField, value: Conflict['mine']): string {
  if (field === 'call_hours' && value === null) return 'The business hours'
  if (field === 'appointment_kind') return value === 'visit' ? 'Visit at the property' : 'Phone call'
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (typeof value !== 'object') return String(value)
  if (!Array.isArray(value)) {
    if ('full_address' in value && 'coordinates' in value) return String(value.full_address)
    return Object.entries(value)
      .map(([service, name]) => `${service}: ${name || service}`)
      .join('\n')
  }
  const list: readonly Entry[] = value
  return list.map(entryInWords).join('\n')
}
