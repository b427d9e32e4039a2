import 'virtual:antd/select.css'
import Select from 'antd/es/select'
import type { AriaAttributes } from 'react'
import { restText, Tag } from '../tag.tsx'
import { Frame } from './frame.tsx'

export interface TagsBoxProps
  extends Pick<AriaAttributes, 'aria-describedby' | 'aria-invalid' | 'aria-required'> {
  id: string
  list: readonly string[]
  /** The number of entries that are shown. */
  shown: number
  placeholder?: string | undefined
  /** The typed text. */
  text: string
  onType: (text: string) => void
  onRemove: (entry: string) => void
}

/** Entries as tags, with a field for the next one. The parent handles its keys. */
export function TagsBox({ list, shown, placeholder, text, onType, onRemove, ...input }: TagsBoxProps) {
  return (
    <Frame>
      <Select<readonly string[]>
        {...input}
        mode="tags"
        className="tags-box"
        classNames={{ content: 'tags-list', input: 'tags-input' }}
        status={input['aria-invalid'] ? 'error' : ''}
        open={false}
        suffixIcon={null}
        placeholder={placeholder}
        value={list}
        showSearch={{ searchValue: text, onSearch: onType, filterOption: false }}
        maxTagCount={shown}
        maxTagPlaceholder={restText(list, shown)}
        tagRender={({ value, label, index, isMaxTag }) =>
          isMaxTag ? (
            <span className="tags-rest">{label}</span>
          ) : (
            <Tag entry={value} isStop={index === shown - 1} onRemove={onRemove} />
          )
        }
      />
    </Frame>
  )
}
