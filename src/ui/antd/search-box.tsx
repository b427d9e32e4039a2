import 'virtual:antd/select.css'
import Select from 'antd/es/select'
import { type AriaAttributes, type KeyboardEvent, useId, useRef, useState } from 'react'
import { counted } from '../../domain/common/counted.ts'
import type { Option } from '../../domain/common/option.ts'
import { textKey } from '../../domain/common/same-text.ts'
import { Frame } from './frame.tsx'
import { listHeight } from './list-height.ts'

export interface SearchBoxProps
  extends Pick<AriaAttributes, 'aria-describedby' | 'aria-invalid' | 'aria-required'> {
  id?: string
  /** The name, unless a label element names the field. */
  label?: string
  value: string
  options: readonly Option[]
  disabled?: boolean
  onChange: (value: string) => void
}

const labelHas = ({ label }: Option, text: string) => textKey(label).includes(textKey(text))
const isBegunBy = ({ label }: Option, text: string) => textKey(label).startsWith(textKey(text))

/** Values such as `America/New_York` are read as words. */
const wordsOf = (text: string) => textKey(text.replace(/[_/-]+/g, ' '))

/** Returns the options whose labels contain the text, or, if there are none, those whose values do. */
function optionsWith(options: readonly Option[], text: string): readonly Option[] {
  const found = options.filter((option) => labelHas(option, text))
  const words = wordsOf(text)
  return found.length > 0 || words === ''
    ? found
    : options.filter(({ value }) => wordsOf(value).includes(words))
}

/** Begins antd's values, because it highlights one that begins with the typed text instead of the first label. */
const MARK = '='

/** Returns whether a key opens a closed list, and closes an open one without a choice, as in the browser's own. */
const isToggle = ({ key, altKey }: KeyboardEvent) =>
  key === 'F4' || (altKey && (key === 'ArrowUp' || key === 'ArrowDown'))

/**
 * A choice from a list that typing narrows to the labels with that text. Those that begin with it come first. Tab
 * chooses the highlighted option, if the user has typed or moved to it, and goes on to the next field.
 */
export function SearchBox({
  id,
  label,
  value,
  options,
  disabled = false,
  onChange,
  ...aria
}: SearchBoxProps) {
  const valueId = useId()
  const box = useRef<HTMLSpanElement>(null)
  const active = useRef<string | null>(null)
  const hasMoved = useRef(false)
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [height, setHeight] = useState<number>()
  const found = text === '' ? options : optionsWith(options, text)
  const open = (isToOpen: boolean) => {
    const field = box.current?.firstElementChild
    if (isToOpen && field) setHeight(listHeight(field))
    hasMoved.current = false
    setOpen(isToOpen)
    if (!isToOpen) setText('')
  }
  // A disabled list closes without telling.
  if (disabled && isOpen) open(false)
  const choose = (marked: string) => {
    open(false)
    const chosen = marked.slice(MARK.length)
    if (chosen !== value) onChange(chosen)
  }
  const keyInOpenList = (event: KeyboardEvent) => {
    if (event.key.startsWith('Arrow')) hasMoved.current = true
    if (event.key !== 'Tab') return
    // antd would keep the focus.
    event.stopPropagation()
    if (!event.shiftKey && active.current !== null && (hasMoved.current || text !== '')) {
      choose(active.current)
    } else open(false)
  }
  const keyBefore = (event: KeyboardEvent) => {
    if (isToggle(event) || (!isOpen && event.key === 'ArrowUp')) {
      event.preventDefault()
      event.stopPropagation()
      open(!isOpen)
    } else if (isOpen) keyInOpenList(event)
  }
  const keyDown = (event: KeyboardEvent) => {
    // Escape closes only the list, not the dialog around it.
    if (event.key === 'Escape' && isOpen) event.preventDefault()
  }
  return (
    <Frame>
      <span className="search-keys" ref={box} onKeyDownCapture={keyBefore}>
        <Select
          {...aria}
          {...(id && { id })}
          {...(label && { 'aria-label': label })}
          // Screen readers don't get the chosen label from a field for searching.
          aria-describedby={[valueId, aria['aria-describedby']].filter(Boolean).join(' ')}
          className="search-box"
          classNames={{
            content: isOpen ? 'search-previous' : '',
            popup: { root: 'antd-popup search-list' },
          }}
          status={aria['aria-invalid'] ? 'error' : ''}
          disabled={disabled}
          value={`${MARK}${value}`}
          options={options.map((option) => ({ ...option, value: `${MARK}${option.value}` }))}
          showSearch={{
            searchValue: text,
            filterOption: (_, option) => found.some((each) => `${MARK}${each.value}` === option?.value),
            filterSort: (a, b, { searchValue }) =>
              Number(isBegunBy(b, searchValue)) - Number(isBegunBy(a, searchValue)),
            onSearch: setText,
          }}
          notFoundContent="Nothing found"
          suffixIcon={<span className="search-arrow" />}
          virtual={false}
          {...(height && { listHeight: height })}
          popupMatchSelectWidth={false}
          open={isOpen}
          onOpenChange={open}
          onActive={(highlighted) => {
            active.current = highlighted
          }}
          onKeyDown={keyDown}
          onChange={choose}
        />
      </span>
      <span id={valueId} hidden>
        {options.find((option) => option.value === value)?.label}
      </span>
      <span className="hidden-text" role="status">
        {text !== '' && counted(found.length, 'choice')}
      </span>
    </Frame>
  )
}
