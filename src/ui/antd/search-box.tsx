import 'virtual:antd/select.css'
import Select from 'antd/es/select'
import { type AriaAttributes, type KeyboardEvent, useId, useRef, useState } from 'react'
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

/** A choice from a list that typing narrows to the labels with that text. */
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
  const isOpen = useRef(false)
  const keyDown = (event: KeyboardEvent) => {
    // Escape closes only the list, not the dialog around it.
    if (event.key === 'Escape' && isOpen.current) event.preventDefault()
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
        classNames={{ popup: { root: 'antd-popup search-list' } }}
        status={aria['aria-invalid'] ? 'error' : ''}
        disabled={disabled}
        value={value}
        options={[...options]}
        showSearch={{
          filterOption: (typed, option) => option !== undefined && matches(option, typed),
          onSearch: setText,
        }}
        notFoundContent="Nothing found"
        suffixIcon={<span className="search-arrow" />}
        virtual={false}
        popupMatchSelectWidth={false}
        onOpenChange={(open) => {
          isOpen.current = open
          if (!open) setText('')
        }}
        onKeyDown={keyDown}
        onChange={onChange}
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
