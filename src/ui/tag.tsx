import { grouped } from '../domain/common/grouped.ts'
import './tags-field.css'
import { memo } from 'react'

interface Props {
  entry: string
  /** Whether Tab stops here. The arrow keys reach the other tags. */
  isStop: boolean
  onRemove: (entry: string) => void
}

/** An entry with a button that removes it. */
export const Tag = memo(function Tag({ entry, isStop, onRemove }: Props) {
  return (
    <span className="tag">
      <bdi>{entry}</bdi>
      <button
        type="button"
        tabIndex={isStop ? 0 : -1}
        aria-label={`Remove ${entry}`}
        onClick={() => onRemove(entry)}
      >
        ×
      </button>
    </span>
  )
})

/** Says how many entries are not shown. */
export const restText = (list: readonly string[], shown: number) => `and ${grouped(list.length - shown)} more`
