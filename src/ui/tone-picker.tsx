import './tone-picker.css'
import type { Tone } from '../domain/settings/tones.ts'

interface Props {
  id: string
  /** The id of the element that names the choice. */
  'aria-labelledby': string
  'aria-describedby'?: string | undefined
  'aria-required'?: boolean | undefined
  'aria-invalid'?: boolean | undefined
  tones: readonly Tone[]
  value: string
  onChange: (value: string) => void
}

/** A choice of the agent's tone, with a sample of each. */
export function TonePicker({ id, tones, value, onChange, ...aria }: Props) {
  return (
    <div className="tones" role="radiogroup" id={id} tabIndex={-1} {...aria}>
      <p className="tones-question">A visitor asks for something that you offer, and your agent says:</p>
      {tones.map((tone, index) => (
        <label key={tone.value} className="tone">
          <input
            type="radio"
            name={id}
            value={tone.value}
            checked={tone.value === value}
            onChange={() => onChange(tone.value)}
            aria-labelledby={`${id}-${index}`}
            aria-describedby={`${id}-${index}-sample`}
          />
          <span className="tone-label" id={`${id}-${index}`}>
            {tone.label}
          </span>
          <span className="tone-sample" id={`${id}-${index}-sample`}>
            “{tone.sample}”
          </span>
        </label>
      ))}
    </div>
  )
}
