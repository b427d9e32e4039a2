import { TONES } from '../../contract/tones.ts'
import { capitalized } from '../common/capitalized.ts'
import type { Option } from '../common/option.ts'

/** A tone of the agent, with a sample of how it talks. */
export interface Tone extends Option {
  sample: string
}

const FRIENDLY = TONES[0]

/** Returns a tone, also one that the console doesn't know: the agent then talks like a friendly one. */
export function toneOf(value: string): Tone {
  const known = TONES.find((tone) => tone.value === value)
  return known ?? { value, label: capitalized(value), sample: FRIENDLY.sample }
}

/** Returns the tones that the settings offer (section 9), and the stored one, so that it is shown and preserved. */
export function settingsTones(stored: string | null): Tone[] {
  const offered: Tone[] = TONES.filter(({ inSettings }) => inSettings)
  if (!stored?.trim() || offered.some(({ value }) => value === stored)) return offered
  return [...offered, toneOf(stored)]
}
