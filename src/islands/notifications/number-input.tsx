import { useState } from 'react'
import { grouped } from '../../domain/common/grouped.ts'

interface Props {
  label: string
  value: number
  limits: { min: number; max: number }
  onChange: (value: number) => void
}

/**
 * A field for a whole number within limits, applied on blur and Enter. Invalid text reverts to the last number, and the
 * limits are shown as the reason.
 */
export function NumberInput({ label, value, limits: { min, max }, onChange }: Props) {
  const [text, setText] = useState<string | null>(null)
  const [isRefused, setRefused] = useState(false)
  const commit = () => {
    if (text === null) return
    const number = Number(text)
    const isFine = /^\d+$/.test(text.trim()) && number >= min && number <= max
    setRefused(!isFine)
    setText(null)
    if (isFine && number !== value) onChange(number)
  }
  return (
    <>
      <input
        className="field-box text-input number-input"
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        aria-label={label}
        value={text ?? value}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => {
          setText(target.value)
          setRefused(false)
        }}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit()
        }}
      />
      <span className="error-text" role="alert">
        {isRefused && `Enter a number from ${min} to ${grouped(max)}. The field keeps ${value}.`}
      </span>
    </>
  )
}
