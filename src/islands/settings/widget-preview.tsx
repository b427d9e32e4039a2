import { capitalized } from '../../domain/common/capitalized.ts'
import './widget-preview.css'
import { useStore } from '@nanostores/react'
import { type CSSProperties, memo, useId, useMemo, useState } from 'react'
import { DAYS, type Day, DEFAULT_PROFILE, type Profile } from '../../contract/profile.ts'
import { surface } from '../../domain/common/color.ts'
import { isOpen } from '../../domain/settings/business-hours.ts'
import { closuresOf } from '../../domain/settings/closures.ts'
import { openingText } from '../../domain/settings/next-opening.ts'
import { MINUTE_MS } from '../../domain/time/durations.ts'
import { $now } from '../../stores/base/time.ts'
import { $holidays } from '../../stores/settings/holidays.ts'
import { $shownProfile } from '../../stores/settings/settings.ts'
import { TimeInput } from '../../ui/time-input.tsx'
import { filled, PreviewChat } from './preview-chat.tsx'

const VIEWS = [
  { value: 'open', label: 'Chat' },
  { value: 'closed', label: 'Button' },
  { value: 'phone', label: 'Phone' },
] as const
type View = (typeof VIEWS)[number]['value']

/** A day and time of the week in the business's time zone. */
interface Moment {
  day: Day
  /** The time in the format HH:mm. */
  time: string
}

/**
 * The widget with the current input: the open chat, the button, or the phone view, at the current time or a selected
 * one. While the user types in a field, only the widget renders.
 */
export function WidgetPreview() {
  const [view, setView] = useState<View>('open')
  const [moment, setMoment] = useState<Moment | null>(null)
  return (
    <div className="preview">
      <Views view={view} onChange={setView} />
      <Stage view={view} moment={moment} />
      <MomentPicker moment={moment} onChange={setMoment} />
    </div>
  )
}

const Views = memo(function Views({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const group = useId()
  return (
    <fieldset className="preview-views">
      <legend className="hidden-text">Show the widget</legend>
      {VIEWS.map(({ value, label }) => (
        <label key={value}>
          <input type="radio" name={group} checked={view === value} onChange={() => onChange(value)} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
})

/**
 * Returns the current input, whether the business is open at the given moment (or now), and a text about when it opens,
 * which is null while it is open.
 */
function useShown(moment: Moment | null) {
  const settings = useStore($shownProfile)
  const now = useStore($now)
  const holidays = useStore($holidays).data
  const { business_hours: hours, timezone, holidays_closed, days_off } = settings
  // Takes a millisecond, and most keystrokes change something else.
  const { open, opens } = useMemo(() => {
    const at = moment ? inAnyWeek(moment) : { zone: timezone, date: now }
    const closures = moment ? [] : closuresOf({ holidays_closed, days_off }, holidays ?? [])
    const openings = { hours, timezone: at.zone, closures }
    const isOpenThen = isOpen(openings, at.date)
    return { open: isOpenThen, opens: isOpenThen ? null : openingText(openings, at.date) }
  }, [moment, now, holidays, hours, timezone, holidays_closed, days_off])
  return { settings, open, opens }
}

function Stage({ view, moment }: { view: View; moment: Moment | null }) {
  const { settings, open, opens } = useShown(moment)
  const { background, ink } = surface(settings.widget_color ?? '')
  const style = { '--accent': background, '--ink': ink } as CSSProperties
  const side = settings.bubble_position === 'left' ? 'left' : 'right'
  return (
    <div className="preview-stage" data-view={view} data-side={side} style={style}>
      {view !== 'closed' && <PreviewChat settings={settings} opens={opens} />}
      {view !== 'phone' && <Launcher settings={settings} isOpen={open} />}
    </div>
  )
}

/** A Monday in UTC, so that the UTC time zone shows the selected time. */
const MONDAY = Date.UTC(2024, 0, 1)

function inAnyWeek({ day, time }: Moment): { zone: string; date: Date } {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return {
    zone: 'UTC',
    date: new Date(MONDAY + ((DAYS.indexOf(day) * 24 + hours) * 60 + minutes) * MINUTE_MS),
  }
}

function Launcher({ settings, isOpen: open }: { settings: Profile; isOpen: boolean }) {
  const text = open
    ? filled(settings.button_text, DEFAULT_PROFILE.button_text)
    : filled(settings.closed_button_text, DEFAULT_PROFILE.closed_button_text)
  const title = filled(settings.bubble_launcher_title, DEFAULT_PROFILE.bubble_launcher_title)
  return (
    <div className="preview-launcher" data-type={settings.bubble_type} title={`${title} · ${text}`}>
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path
          d="M4 4h16a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1h-8l-5 4v-4H4a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1z"
          fill="currentColor"
        />
      </svg>
      <span className={settings.bubble_type === 'expanded' ? 'preview-launcher-text' : 'hidden-text'}>
        {text}
      </span>
    </div>
  )
}

interface MomentProps {
  moment: Moment | null
  onChange: (moment: Moment | null) => void
}

const MomentPicker = memo(function MomentPicker({ moment, onChange }: MomentProps) {
  return (
    <div className="preview-moment">
      <select
        className="field-box choice"
        aria-label="Preview on"
        value={moment?.day ?? ''}
        onChange={({ target }) => {
          const day = DAYS.find((each) => each === target.value)
          onChange(day ? { day, time: moment?.time ?? '12:00' } : null)
        }}
      >
        <option value="">Now</option>
        {DAYS.map((day) => (
          <option key={day} value={day}>
            {capitalized(day)}
          </option>
        ))}
      </select>
      {moment && (
        <TimeInput
          label="Preview at"
          value={moment.time}
          isWrong={false}
          onChange={(time) => onChange({ ...moment, time })}
        />
      )}
      <OpenState moment={moment} />
    </div>
  )
})

function OpenState({ moment }: { moment: Moment | null }) {
  return <span role="status">{useShown(moment).open ? 'You are open' : 'You are closed'}</span>
}
