import { counted } from '../common/counted.ts'
import type { Option } from '../common/option.ts'

/** Section 3, reply_time. */
export const REPLY_TIMES: readonly Option[] = [
  'Instantly',
  'In a few minutes',
  'Within an hour',
  'Within a few hours',
  'Within a day',
].map((text) => ({ value: text, label: text }))

/** Section 3, bubble_position. */
export const BUBBLE_POSITIONS: readonly Option[] = [
  { value: 'left', label: 'Left' },
  { value: 'right', label: 'Right' },
]

/** Section 3, bubble_type. */
export const BUBBLE_TYPES: readonly Option[] = [
  { value: 'standard', label: 'Standard' },
  { value: 'expanded', label: 'Expanded' },
]

/** Section 2, Settings: service area types. */
export const AREA_TYPES = [
  { value: 'radius', label: 'Radius' },
  { value: 'zipcodes', label: 'ZIP Codes' },
  { value: 'cities', label: 'Cities' },
  { value: 'custom', label: 'Custom' },
] as const satisfies readonly Option[]

/**
 * Returns the options including the stored value. Appends an unknown value, so that it is shown and preserved.
 * `labelOf` returns its label.
 */
export function withStored(
  options: readonly Option[],
  stored: string | null,
  labelOf: (value: string) => string = (value) => value,
): readonly Option[] {
  if (!stored?.trim() || options.some(({ value }) => value === stored)) return options
  return [...options, { value: stored, label: labelOf(stored) }]
}

/** Minutes after which an idle conversation returns to the agent. */
const TAKEOVER_MINUTES = [5, 10, 15, 30, 60, 120, 240, 480, 1_440]

/** Returns the choices for that time, including the stored one, in order and with labels such as "30 minutes". */
export function takeoverTimes(stored: number): { minutes: number; label: string }[] {
  const all = [...new Set([...TAKEOVER_MINUTES, stored])].toSorted((a, b) => a - b)
  return all.map((minutes) => {
    const [count, unit] = minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute']
    return { minutes, label: counted(count, unit) }
  })
}
