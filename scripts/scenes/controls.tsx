import 'virtual:theme.css'
import '../../src/styles/base.css'
import '../../src/styles/controls.css'
import '../../src/styles/shared.css'
import '../../src/islands/settings/fields.css'
import '../../src/islands/settings/design.css'
import '../../src/islands/leads/import/import.css'
import '../../src/ui/address/field.css'
import './controls.css'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { addCities } from '../../src/domain/settings/service-area.ts'
import { PreviewTable } from '../../src/islands/leads/import/preview-table.tsx'
import { AddressField } from '../../src/ui/address/field.tsx'
import { Button } from '../../src/ui/button.tsx'
import { ColorInput } from '../../src/ui/color-input.tsx'
import { DateRange } from '../../src/ui/date-range.tsx'
import { DayField } from '../../src/ui/day-field.tsx'
import { FileDrop } from '../../src/ui/file-drop.tsx'
import { ProgressBar } from '../../src/ui/progress-bar.tsx'
import { SearchSelect } from '../../src/ui/search-select.tsx'
import { Steps } from '../../src/ui/steps.tsx'
import { Switch } from '../../src/ui/switch.tsx'
import { TagsField } from '../../src/ui/tags-field.tsx'
import { TimeInput } from '../../src/ui/time-input.tsx'

const TODAY = '2026-11-20'
const LONG =
  'Lawn mowing, edging, and fertilization for the whole of the greater metropolitan area, including the suburbs'
const RIGHT_TO_LEFT = 'תחזוקת גינות וגיזום עצים'
const ZIP_CODES = Array.from({ length: 5000 }, (_, index) => String(43000 + index))
const CHOICES = [
  { value: '', label: 'Choose…' },
  { value: 'chicago', label: 'Central' },
  { value: 'denver', label: 'Mountain' },
  { value: 'phoenix', label: 'Arizona' },
  { value: 'long', label: LONG },
  { value: 'rtl', label: RIGHT_TO_LEFT },
]

/** Renders a control that keeps its own value, starting with `start`. */
function Kept<Value>(props: {
  start: Value
  children: (value: Value, set: (value: Value) => void) => ReactNode
}) {
  const [value, setValue] = useState(props.start)
  return props.children(value, setValue)
}

/** A control and its states, by name. */
function Kind({ name, states }: { name: string; states: Record<string, ReactNode> }) {
  return (
    <section>
      <h2>{name}</h2>
      {Object.entries(states).map(([state, control]) => (
        <div className="state" key={state}>
          <span className="muted">{state}</span>
          {control}
        </div>
      ))}
    </section>
  )
}

const text = (props: ComponentProps<'input'>) => (
  <input className="field-box text-input" dir="auto" aria-label="Name" {...props} />
)

const select = (props: ComponentProps<'select'>) => (
  <select className="field-box choice" aria-label="Zone" {...props}>
    {CHOICES.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </select>
)

const time = (start: string, isWrong = false) => (
  <Kept start={start}>
    {(value, set) => <TimeInput label="Opens" value={value} isWrong={isWrong} onChange={set} />}
  </Kept>
)

const day = (start: string) => (
  <Kept start={start}>
    {(value, set) => <DayField label="Date" value={value} today={TODAY} onChange={set} />}
  </Kept>
)

const range = (from: string | null, to: string | null, isAhead = false) => (
  <Kept start={{ from, to }}>
    {(value, set) => <DateRange label="Created" today={TODAY} {...value} isAhead={isAhead} onChange={set} />}
  </Kept>
)

const choice = (start: string, props: Partial<ComponentProps<typeof SearchSelect>> = {}) => (
  <Kept start={start}>
    {(value, set) => (
      <SearchSelect label="Time zone" options={CHOICES} value={value} onChange={set} {...props} />
    )}
  </Kept>
)

const tags = (id: string, start: string[], props: { 'aria-invalid'?: boolean } = {}) => (
  <Kept start={start}>
    {(list, set) => (
      <TagsField
        id={id}
        label="Entries"
        placeholder="Type one, press Enter"
        list={list}
        add={(before, text) => ({ list: addCities(before, text).list, refused: [], summary: null })}
        onChange={set}
        {...props}
      />
    )}
  </Kept>
)

const color = (start: string, warning: string | null = null) => (
  <Kept start={start}>
    {(value, set) => (
      <ColorInput
        label="Color"
        value={value}
        presets={[
          { name: 'Blue', color: '#1565c0' },
          { name: 'Green', color: '#2e7d32' },
        ]}
        warning={warning}
        onChange={set}
      />
    )}
  </Kept>
)

const address = (fullAddress: string, props: Partial<ComponentProps<typeof AddressField>> = {}) => (
  <Kept
    start={fullAddress ? { full_address: fullAddress, coordinates: null, context: {}, properties: {} } : null}
  >
    {(value, set) => (
      <AddressField
        aria-label="Address"
        search={null}
        placeholder="Start typing your street address"
        value={value}
        onChange={(next) => set(next as typeof value)}
        {...props}
      />
    )}
  </Kept>
)

const file = (isCompact: boolean, disabled = false) => (
  <FileDrop
    label="File"
    accept=".csv"
    isCompact={isCompact}
    button={{ text: disabled ? 'Reading…' : 'Choose CSV file', quiet: isCompact, disabled }}
    onFile={() => {}}
  >
    <p className="muted">or drop it here.</p>
  </FileDrop>
)

const steps = (current: number, isFailed = false) => (
  <Steps
    label="Import"
    titles={['File', 'Columns', 'Check', 'Import']}
    current={current}
    isFailed={isFailed}
  />
)

const table = (
  <PreviewTable
    labels={['Name', 'Notes']}
    rows={[
      { row: 2, cells: ['Ann Fielder', LONG], problem: null },
      { row: 3, cells: [RIGHT_TO_LEFT, ''], problem: null },
      { row: 4, cells: [], problem: 'The row has no name, email, or phone number' },
    ]}
  />
)

function Controls() {
  return (
    <>
      <h1>Controls</h1>
      <Kind
        name="Button"
        states={{
          primary: <Button text="Save Changes" />,
          quiet: <Button quiet text="Cancel" />,
          compact: <Button quiet className="compact" text="View" />,
          plain: <Button plain text="Later" />,
          link: <Button link text="Remove all" />,
          disabled: <Button text="Saving…" disabled />,
        }}
      />
      <Kind
        name="Text"
        states={{
          empty: text({ placeholder: 'Name' }),
          long: text({ defaultValue: LONG }),
          'right to left': text({ defaultValue: RIGHT_TO_LEFT }),
          wrong: text({ defaultValue: '?', 'aria-invalid': true }),
          disabled: text({ defaultValue: 'Fern', disabled: true }),
          'several lines': (
            <textarea className="field-box text-input" aria-label="Notes" defaultValue={LONG} />
          ),
        }}
      />
      <Kind
        name="Short choice"
        states={{
          empty: select({}),
          chosen: select({ defaultValue: 'denver' }),
          long: select({ defaultValue: 'long' }),
          disabled: select({ defaultValue: 'denver', disabled: true }),
          switch: (
            <Kept<boolean> start>
              {(on, set) => <Switch aria-label="Open" checked={on} onChange={set} />}
            </Kept>
          ),
          'switch, disabled': <Switch aria-label="Branding" checked disabled />,
        }}
      />
      <Kind
        name="Long choice"
        states={{
          empty: choice(''),
          chosen: choice('denver'),
          long: choice('long'),
          'right to left': choice('rtl'),
          wrong: choice('denver', { 'aria-invalid': true }),
          disabled: choice('denver', { disabled: true }),
        }}
      />
      <Kind
        name="Time"
        states={{ 'on the grid': time('08:00'), 'off the grid': time('09:17'), wrong: time('25:00', true) }}
      />
      <Kind name="Day" states={{ chosen: day('2026-12-24'), empty: day('') }} />
      <Kind
        name="Range of days"
        states={{
          'any day': range(null, null),
          preset: range('2026-11-14', null),
          custom: range('2025-03-05', '2026-11-17'),
          ahead: range('2026-12-24', '2027-01-02', true),
        }}
      />
      <Kind
        name="Tags"
        states={{
          empty: tags('tags-empty', []),
          some: tags('tags-some', ['43215', '43201', '43085']),
          long: tags('tags-long', [LONG, 'Dublin']),
          'right to left': tags('tags-rtl', [RIGHT_TO_LEFT, 'Dublin']),
          wrong: tags('tags-wrong', ['4321'], { 'aria-invalid': true }),
          '5,000': tags('tags-many', ZIP_CODES),
        }}
      />
      <Kind
        name="Color"
        states={{
          readable: color('#2e7d32'),
          'hard to read': color('#ffeb3b', 'White text is hard to read on this color.'),
        }}
      />
      <Kind
        name="Address"
        states={{
          empty: address(''),
          filled: address('120 E Broad St, Columbus, OH 43215'),
          long: address(LONG),
          wrong: address('?', { 'aria-invalid': true }),
          disabled: address('120 E Broad St', { disabled: true }),
        }}
      />
      <Kind name="File" states={{ large: file(false), compact: file(true), reading: file(false, true) }} />
      <Kind
        name="Steps and progress"
        states={{
          first: steps(0),
          third: steps(2),
          failed: steps(2, true),
          done: steps(4),
          '0 %': <ProgressBar label="Imported" value={0} max={100} />,
          '40 %': <ProgressBar label="Imported" value={40} max={100} />,
          'failed at 70 %': <ProgressBar label="Imported" value={70} max={100} isFailed />,
        }}
      />
      <Kind
        name="Table"
        states={{ 'long, right to left, wrong': <div className="import-preview">{table}</div> }}
      />
    </>
  )
}

document.documentElement.dataset.theme = new URLSearchParams(location.search).get('theme') ?? 'light'
const main = document.querySelector('main')
if (main) createRoot(main).render(<Controls />)
