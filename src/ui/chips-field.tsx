import './chips-field.css'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  memo,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Button } from './button.tsx'

interface Props {
  id: string
  /** The entries' label for screen readers. */
  label: string
  list: readonly string[]
  placeholder?: string
  /** Adds typed or pasted entries. Returns an error message, or null. */
  onAdd: (text: string) => string | null
  onChange: (list: string[]) => void
  'aria-describedby'?: string
  'aria-invalid'?: boolean | undefined
  'aria-required'?: boolean | undefined
}

/**
 * Number of entries rendered initially. The rest render on demand, so that the field stays fast with thousands of
 * entries.
 */
const DRAWN = 200

/**
 * A list of short texts as chips. The user adds entries with Enter, on blur, or by pasting many, and removes them one
 * by one or all together.
 */
export function ChipsField({ id, label, list, placeholder, onAdd, onChange, ...aria }: Props) {
  const [text, setText] = useState('')
  const [status, setStatus] = useState('')
  const [isWhole, setWhole] = useState(false)
  const [removed, setRemoved] = useState<readonly string[] | null>(null)
  const latest = useRef({ list, onChange })
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    latest.current = { list, onChange }
  })

  const add = (entries: string) => {
    setText('')
    if (entries.trim() === '') return
    setRemoved(null)
    setStatus(onAdd(entries) ?? '')
  }

  const keyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      add(text)
    }
    if (event.key === 'Backspace' && text === '' && list.length > 0) {
      event.preventDefault()
      onChange(list.slice(0, -1))
      setStatus(`${list.at(-1)} removed`)
    }
  }

  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text')
    if (!/[\n\r,;\t]/.test(pasted)) return
    event.preventDefault()
    add(`${text}${pasted}`)
  }

  const remove = useCallback((entry: string) => {
    const { list: now, onChange: change } = latest.current
    change(now.filter((each) => each !== entry))
    setStatus(`${entry} removed`)
    setRemoved(null)
    input.current?.focus()
  }, [])

  const shown = isWhole ? list : list.slice(0, DRAWN)
  return (
    <div className="chips-field">
      <input
        {...aria}
        ref={input}
        id={id}
        className="field-box text-input"
        autoComplete="off"
        enterKeyHint="enter"
        placeholder={placeholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={keyDown}
        onPaste={paste}
        onBlur={() => add(text)}
      />
      <p className="chips-status" role="status">
        {status}
        {removed && (
          <Button
            link
            text="Undo"
            onClick={() => {
              onChange([...removed])
              setRemoved(null)
              setStatus('')
            }}
          />
        )}
      </p>
      {list.length > 0 && (
        <ul className="entry-chips" aria-label={label}>
          {shown.map((entry) => (
            <Chip key={entry} entry={entry} onRemove={remove} />
          ))}
        </ul>
      )}
      {list.length > 1 && (
        <p className="chips-foot">
          {list.length > DRAWN && (
            <Button
              link
              text={isWhole ? `Show the first ${DRAWN}` : `Show all ${list.length.toLocaleString('en-US')}`}
              onClick={() => setWhole(!isWhole)}
            />
          )}
          <Button
            link
            text="Remove all"
            onClick={() => {
              setRemoved(list)
              onChange([])
              setStatus(`${list.length.toLocaleString('en-US')} removed. `)
            }}
          />
        </p>
      )}
    </div>
  )
}

const Chip = memo(function Chip({ entry, onRemove }: { entry: string; onRemove: (entry: string) => void }) {
  return (
    <li className="chip">
      <span>{entry}</span>
      <button type="button" aria-label={`Remove ${entry}`} onClick={() => onRemove(entry)}>
        ×
      </button>
    </li>
  )
})
