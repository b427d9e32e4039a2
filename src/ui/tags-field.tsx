import { grouped } from '../domain/common/grouped.ts'
import './tags-field.css'
import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { textKey } from '../domain/common/same-text.ts'
import { control } from './antd/control.ts'
import type { TagsBoxProps } from './antd/tags-box.tsx'
import { Button } from './button.tsx'
import { restText, Tag } from './tag.tsx'
import { useInView } from './use-in-view.ts'

const tagsBox = control(async () =>
  import.meta.env.SSR ? null : (await import('./antd/tags-box.tsx')).TagsBox,
)

/** The result of adding typed or pasted text. */
interface Added {
  list: readonly string[]
  /** The entries that were rejected. They stay in the field. */
  refused: readonly string[]
  /** What to tell the user, or null if the only entry was added. */
  summary: string | null
}

interface Props extends Pick<TagsBoxProps, 'id' | 'aria-describedby' | 'aria-invalid' | 'aria-required'> {
  /** The name of the group of the tags, the field, and their buttons. */
  label: string
  list: readonly string[]
  placeholder?: string
  /** Adds typed or pasted text, in which a semicolon separates entries, to a list. */
  add: (list: readonly string[], text: string) => Added
  onChange: (list: string[]) => void
}

/**
 * Number of entries rendered initially. The rest render on demand, so that the field stays fast with thousands of
 * entries.
 */
const DRAWN = 200

type Box = RefObject<HTMLDivElement | null>

const fieldIn = (box: Box) => box.current?.querySelector('input')
const buttonsIn = (box: Box) => [...(box.current?.querySelectorAll<HTMLElement>('.tag > button') ?? [])]

/**
 * A list of short texts as tags. The user adds entries with Enter, on blur, or by pasting many, and removes them one by
 * one or all together. In the empty field, Backspace removes the last tag, and the left arrow key goes to it. A rejected
 * entry stays in the field.
 */
export function TagsField({ label, list, placeholder, add, onChange, ...field }: Props) {
  const [text, setText] = useState('')
  const [status, setStatus] = useState('')
  const [isRefused, setRefused] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const [removed, setRemoved] = useState<readonly string[] | null>(null)
  const latest = useRef({ list, onChange })
  const box = useRef<HTMLDivElement>(null)
  const Part = tagsBox.useWhen(useInView(box))
  const watchFocus = useSameFocus(box, Part !== null)
  const afterPress = useAfterPress()
  const shown = isWhole ? list.length : Math.min(list.length, DRAWN)
  // Undo has nothing left to do, also if the list was restored elsewhere.
  if (removed && without(removed, list).length === 0) setRemoved(null)

  useLayoutEffect(() => {
    latest.current = { list, onChange }
  })

  const type = (typed: string) => {
    setText(typed)
    setRefused(false)
  }
  const addText = (typed: string) => {
    const { list: before, onChange: change } = latest.current
    const { list: after, refused, summary } = add(before, typed)
    type(refused.join('; '))
    if (typed.trim() === '') return
    setRefused(refused.length > 0)
    if (after.length > before.length) change([...after])
    const isHidden = !isWhole && after.length > Math.max(before.length, DRAWN)
    setStatus(summary ?? (isHidden ? `${after.at(-1)} added` : ''))
  }
  const remove = useCallback((entry: string) => {
    const buttons = buttonsIn(box)
    const at = buttons.findIndex((button) => button.matches(':focus'))
    if (at >= 0) (buttons[at + 1] ?? buttons[at - 1] ?? fieldIn(box))?.focus()
    const { list: all, onChange: change } = latest.current
    change(all.filter((each) => each !== entry))
    setStatus(`${entry} removed`)
  }, [])
  const replace = (next: string[], gone: readonly string[] | null) => {
    onChange(next)
    setWhole(false)
    setRemoved(gone)
    setStatus('')
    fieldIn(box)?.focus()
  }

  const keyInField = (event: KeyboardEvent, typed: string) => {
    const last = list.at(-1)
    if (event.key === 'Enter') {
      event.preventDefault()
      addText(typed)
    } else if (event.key === 'Backspace' && typed === '' && last !== undefined) {
      // Nobody removes what they don't see.
      if (shown === list.length) remove(last)
    } else if (event.key === 'ArrowLeft' && typed === '') buttonsIn(box).at(-1)?.focus()
    else return
    // antd would add or remove the entry again.
    event.stopPropagation()
  }
  const keyDown = (event: KeyboardEvent) => {
    const { target } = event
    if (target instanceof HTMLInputElement && !event.nativeEvent.isComposing) keyInField(event, target.value)
    if (!(target instanceof HTMLElement) || !target.matches('.tag > button')) return
    // antd would act on the keys of a button inside it.
    event.stopPropagation()
    const next = neighbor(event.key, buttonsIn(box), target)
    if (event.key === 'Backspace' || event.key === 'Delete') target.click()
    else if (next !== null) (next ?? fieldIn(box))?.focus()
  }
  const paste = (event: ClipboardEvent) => {
    const { target } = event
    const pasted = event.clipboardData.getData('text')
    if (!(target instanceof HTMLInputElement) || !/[\n\r,;\t]/.test(pasted)) return
    event.preventDefault()
    const { value, selectionStart, selectionEnd } = target
    addText(
      value.slice(0, selectionStart ?? value.length) + pasted + value.slice(selectionEnd ?? value.length),
    )
  }

  const props = {
    ...field,
    ...(isRefused && { 'aria-invalid': true }),
    list,
    shown,
    placeholder,
    text,
    onType: type,
    onRemove: remove,
  }
  const count = removed && `${grouped(removed.length)} removed`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend, and the row has the label
    <div
      role="group"
      aria-label={label}
      className="tags-field"
      ref={box}
      onFocus={watchFocus.onFocus}
      onBlur={({ target }) => {
        watchFocus.onBlur()
        if (target instanceof HTMLInputElement) afterPress(() => addText(target.value))
      }}
      onPaste={paste}
      onKeyDownCapture={keyDown}
    >
      {Part ? <Part {...props} /> : <PlainTags {...props} />}
      {/* The field keeps the focus and its text, so that a pressed button doesn't move. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside are the controls */}
      <div className="tags-foot" onMouseDown={(event) => event.preventDefault()}>
        {list.length > DRAWN && (
          <Button
            link
            text={isWhole ? `Show the first ${DRAWN}` : `Show all ${grouped(list.length)}`}
            onClick={() => setWhole(!isWhole)}
          />
        )}
        {list.length > 1 && <Button link text="Remove all" onClick={() => replace([], list)} />}
        <span role="status">
          {[status, count].filter(Boolean).join('. ')}
          {removed && '. '}
          {removed && (
            <Button link text="Undo" onClick={() => replace([...removed, ...without(list, removed)], null)} />
          )}
        </span>
      </div>
    </div>
  )
}

/** Returns the entries of a list that another list doesn't have. */
function without(list: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others.map(textKey))
  return list.filter((entry) => !known.has(textKey(entry)))
}

/**
 * Returns a function that calls `work` at once, or when the mouse button or finger that is pressed goes up: before the
 * click, but too late to move the pressed element away from it.
 */
function useAfterPress() {
  const isPressed = useRef(false)
  const waiting = useRef<(() => void) | null>(null)
  useEffect(() => {
    const press = () => {
      isPressed.current = true
    }
    const release = () => {
      isPressed.current = false
      const work = waiting.current
      waiting.current = null
      work?.()
    }
    // After a touch, the mouse events that move the focus come last.
    const stop = new AbortController()
    const options = { capture: true, signal: stop.signal }
    for (const type of ['pointerdown', 'mousedown']) document.addEventListener(type, press, options)
    for (const type of ['pointerup', 'pointercancel', 'mouseup', 'dragend']) {
      document.addEventListener(type, release, options)
    }
    return () => stop.abort()
  }, [])
  return useCallback((work: () => void) => {
    if (isPressed.current) waiting.current = work
    else work()
  }, [])
}

/** The same tags and field, until antd's have loaded. */
function PlainTags({ list, shown, placeholder, text, onType, onRemove, ...field }: TagsBoxProps) {
  return (
    <div className="field-box tags-box" data-wrong={field['aria-invalid']}>
      <div className="tags-list">
        {list.slice(0, shown).map((entry, index) => (
          <Tag key={entry} entry={entry} isStop={index === shown - 1} onRemove={onRemove} />
        ))}
        {list.length > shown && <span className="tags-rest">{restText(list, shown)}</span>}
        <input
          {...field}
          className="tags-input"
          autoComplete="off"
          enterKeyHint="enter"
          placeholder={list.length === 0 ? placeholder : undefined}
          value={text}
          onChange={({ target }) => onType(target.value)}
        />
      </div>
    </div>
  )
}

/** Returns the button that an arrow key goes to, undefined after the last one, or null for another key. */
function neighbor(key: string, buttons: readonly HTMLElement[], from: HTMLElement) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key]
  return step === undefined ? null : buttons[Math.max(0, buttons.indexOf(from) + step)]
}

/** Gives the focus of a replaced element to the one with the same function in its replacement. */
function useSameFocus(box: Box, isReplaced: boolean) {
  const focused = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const old = focused.current
    if (!isReplaced || !old || old.isConnected) return
    const name = old.getAttribute('aria-label')
    const button = buttonsIn(box).find((each) => name !== null && each.getAttribute('aria-label') === name)
    const field = fieldIn(box)
    ;(button ?? field)?.focus()
    if (!button && old instanceof HTMLInputElement) {
      field?.setSelectionRange(old.selectionStart, old.selectionEnd)
    }
  }, [isReplaced, box])
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      focused.current = target
    },
    onBlur: () => {
      focused.current = null
    },
  }
}
