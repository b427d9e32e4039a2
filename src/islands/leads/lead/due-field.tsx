import './due-field.css'
import { useStore } from '@nanostores/react'
import { useId, useState } from 'react'
import { duePresets } from '../../../domain/leads/due.ts'
import { $now } from '../../../stores/base/time.ts'
import { deviceTimeZone } from '../../../stores/settings/profile.ts'
import { type LoadPart, lazyPart, NO_PART } from '../../../ui/lazy-part.tsx'
import type { DueTimeProps } from './due-time.tsx'

const loadTime: LoadPart<DueTimeProps> = import.meta.env.SSR ? NO_PART : () => import('./due-time.tsx')
const DueTime = lazyPart(loadTime, { name: 'The date' })

interface Props {
  /** ISO 8601 in UTC. Null selects the first preset. */
  dueAt: string | null
  onChange: (dueAt: string) => void
}

/** Sets when a task is due: a preset, or any date and time. */
export function DueField({ dueAt, onChange }: Props) {
  const id = useId()
  const now = useStore($now)
  const timeZone = deviceTimeZone()
  const presets = duePresets(now, timeZone)
  const chosen = dueAt ?? presets[0]?.at ?? null
  const [isOther, setOther] = useState(chosen !== null && !presets.some(({ at }) => at === chosen))
  return (
    <fieldset className="due-field">
      <legend className="hidden-text">Due</legend>
      {presets.map(({ label, at }) => (
        <label className="chip" key={label}>
          <input
            type="radio"
            name={`${id}-due`}
            checked={!isOther && at === chosen}
            onChange={() => {
              setOther(false)
              onChange(at)
            }}
          />
          {label}
        </label>
      ))}
      <label className="chip">
        <input type="radio" name={`${id}-due`} checked={isOther} onChange={() => setOther(true)} />
        Other
      </label>
      {isOther && <DueTime dueAt={chosen} timeZone={timeZone} onChange={onChange} />}
    </fieldset>
  )
}
