import './hours-section.css'
import { useStore } from '@nanostores/react'
import type { BusinessDay } from '../../contract/profile.ts'
import {
  copiedToWeekdays,
  dayFault,
  NOT_AVAILABLE,
  WEEKDAYS,
  weekOf,
  withDay,
} from '../../domain/settings/hours-rules.ts'
import { capitalized } from '../../domain/settings/options.ts'
import { withScheme } from '../../domain/settings/profile-validation.ts'
import { TIME_ZONES, zoneClock, zoneLabel } from '../../domain/time/time-zones.ts'
import { setField } from '../../stores/settings/settings.ts'
import { $now } from '../../stores/shell/time.ts'
import { BesidePreview } from './beside-preview.tsx'
import { ChoiceField, FieldRow, TextField } from './fields.tsx'
import { dayAnchor } from './focus.ts'
import { Section } from './section.tsx'
import { Switch } from './switch.tsx'
import { TimeInput, TimeSuggestions } from './time-input.tsx'
import { useField, useFieldErrors } from './use-field.ts'

/** Section 2, Estimation Call Availability: when the agent may book calls, and in which time zone. */
export function HoursSection() {
  return (
    <Section id="hours" lead="When your agent may book estimation calls." aside={<ZoneNow />}>
      <BesidePreview>
        <WeekRow />
        <TimeSuggestions />
        <div className="field-grid">
          <ChoiceField field="timezone" options={TIME_ZONES} labelOf={zoneLabel} />
          <TextField
            field="cal_booking_url"
            type="url"
            placeholder="https://cal.com/…"
            tidy={withScheme}
            note="Your own calendar's booking page, if you have one."
          />
        </div>
      </BesidePreview>
    </Section>
  )
}

/** The time zone of the hours, and its current time. */
function ZoneNow() {
  const zone = useField('timezone') ?? ''
  const now = useStore($now)
  const clock = zone && zoneClock(zone, now)
  return (
    <p className="zone-now muted">
      {zone ? `${zoneLabel(zone)} time` : 'No time zone chosen'}
      {clock && <span> · now {clock}</span>}
    </p>
  )
}

function WeekRow() {
  const hours = useField('business_hours')
  const errors = useFieldErrors('business_hours')
  return (
    <FieldRow field="business_hours" isGroup>
      {({ id, 'aria-describedby': described }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be named by the row's label
        <div
          className="week"
          id={id}
          role="group"
          tabIndex={-1}
          aria-labelledby={`${id}-label`}
          aria-describedby={described}
        >
          {weekOf(hours).map((day) => (
            <DayRow
              key={day.day}
              day={day}
              hours={hours}
              refused={errors.some(({ at }) => hours[Number(at.split('.')[0])]?.day === day.day)}
            />
          ))}
        </div>
      )}
    </FieldRow>
  )
}

interface DayProps {
  day: BusinessDay
  hours: readonly BusinessDay[]
  refused: boolean
}

function DayRow({ day, hours, refused }: DayProps) {
  const name = capitalized(day.day)
  const change = (part: Partial<BusinessDay>) => setField('business_hours', withDay(hours, day.day, part))
  const isWrong = refused || dayFault(day) !== null
  const time = (which: 'openTime' | 'closeTime', label: string) => (
    <TimeInput
      label={`${name} ${label}`}
      value={day[which]}
      isWrong={isWrong}
      onChange={(next) => change({ [which]: next })}
    />
  )
  return (
    <div className="day" data-day={day.day} id={day.isOpen ? undefined : dayAnchor(day.day)}>
      <Switch aria-label={`${name} open`} checked={day.isOpen} onChange={(isOpen) => change({ isOpen })} />
      <span>{name}</span>
      {day.isOpen ? (
        <span className="day-times" id={dayAnchor(day.day)}>
          {time('openTime', 'opens')}
          <span aria-hidden="true">–</span>
          {time('closeTime', 'closes')}
        </span>
      ) : (
        <span className="day-times muted">{NOT_AVAILABLE}</span>
      )}
      {WEEKDAYS.includes(day.day) && (
        <button
          type="button"
          className="link-button day-copy"
          aria-label={`Copy to all weekdays: ${name}`}
          onClick={() => setField('business_hours', copiedToWeekdays(hours, day.day))}
        >
          Copy to all weekdays
        </button>
      )}
    </div>
  )
}
