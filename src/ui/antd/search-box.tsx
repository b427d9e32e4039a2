import 'virtual:antd/select.css'
import Select from 'antd/es/select'
import { type AriaAttributes, type KeyboardEvent, useId, useState } from 'react'
import { counted } from '../../domain/common/counted.ts'
import type { Option } from '../../domain/common/option.ts'
import { textKey } from '../../domain/common/same-text.ts'
import { Frame } from './frame.tsx'

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

const matches = ({ label }: Option, text: string) => textKey(label).includes(textKey(text))
const isBegunBy = ({ label }: Option, text: string) => textKey(label).startsWith(textKey(text))

/** Begins antd's values, because it highlights one that begins with the typed text instead of the first label. */
const MARK = '='

/** A choice from a list that typing narrows to the labels with that text. Those that begin with it come first. */
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
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const keyDown = (event: KeyboardEvent) => {
    // Escape closes only the list, not the dialog around it.
    if (event.key === 'Escape' && isOpen) event.preventDefault()
  }
  return (
    <Frame>
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
          filterOption: (typed, option) => option !== undefined && matches(option, typed),
          filterSort: (a, b, { searchValue }) =>
            Number(isBegunBy(b, searchValue)) - Number(isBegunBy(a, searchValue)),
          onSearch: setText,
        }}
        notFoundContent="Nothing found"
        suffixIcon={<span className="search-arrow" />}
        virtual={false}
        popupMatchSelectWidth={false}
        onOpenChange={(open) => {
          setOpen(open)
          if (!open) setText('')
        }}
        onKeyDown={keyDown}
        onChange={(chosen) => onChange(chosen.slice(MARK.length))}
      />
      <span id={valueId} hidden>
        {options.find((option) => option.value === value)?.label}
      </span>
      <span className="hidden-text" role="status">
        {text !== '' && counted(options.filter((option) => matches(option, text)).length, 'choice')}
      </span>
    </Frame>
  )
}
