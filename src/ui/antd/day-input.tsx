import { createContext, type InputHTMLAttributes, type KeyboardEvent, type Ref, useContext } from 'react'

export type DayEnd = 'from' | 'to'

/** What the text fields of a picker show, and who is told about their events. */
export interface DayTexts {
  textOf: (end: DayEnd) => string
  isWrong: (end: DayEnd) => boolean
  /** The element that explains what is wrong. */
  problemId: string
  onType: (end: DayEnd, text: string) => void
  onLeave: (end: DayEnd) => void
  /** Returns whether it has handled the key, so that the picker must not. */
  onKey: (event: KeyboardEvent<HTMLInputElement>) => boolean
}

export const DayTextsContext = createContext<DayTexts | null>(null)

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  'date-range'?: 'start' | 'end'
  ref?: Ref<HTMLInputElement>
}

/**
 * The text field of antd's pickers. It keeps a text as it is typed, because antd's own field would rewrite "3/1" before
 * the user can add the "5".
 */
export function DayInput({ 'date-range': side, ...props }: Props) {
  const texts = useContext(DayTextsContext)
  if (!texts) return <input {...props} />
  const end = side === 'end' ? 'to' : 'from'
  const isWrong = texts.isWrong(end)
  return (
    <input
      {...props}
      value={texts.textOf(end)}
      maxLength={40}
      aria-invalid={isWrong || undefined}
      aria-describedby={isWrong ? texts.problemId : undefined}
      onChange={({ target }) => texts.onType(end, target.value)}
      onBlur={(event) => {
        texts.onLeave(end)
        props.onBlur?.(event)
      }}
      onKeyDown={(event) => {
        if (!texts.onKey(event)) props.onKeyDown?.(event)
      }}
    />
  )
}
