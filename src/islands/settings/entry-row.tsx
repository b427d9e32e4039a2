import { type DragEvent, type ReactNode, useRef } from 'react'
import { moveTo, removeFrom } from '../../stores/settings/settings.ts'
import { Icon } from '../../ui/icon.tsx'
import { MoveButtons } from '../../ui/move-buttons.tsx'
import { type ListField, type OnDone, startDrag } from './entry-list.tsx'

interface Props {
  list: ListField
  entryKey: string
  index: number
  total: number
  /** The entry's name for screen readers, such as `Question 3`. */
  name: string
  isRemovable: boolean
  /** Whether the user can move the entry. False while only a part of the list is shown. */
  isMovable?: boolean
  /** Whether the entry is collapsed to one line, which hides its buttons on a phone. */
  isFolded?: boolean
  onDone: OnDone
  children: ReactNode
}

/** One entry of a list, with buttons to move and remove it, and a drag handle for the mouse. */
export function EntryRow(props: Props) {
  const {
    list,
    entryKey,
    index,
    total,
    name,
    isRemovable,
    isMovable = true,
    isFolded,
    onDone,
    children,
  } = props
  const row = useRef<HTMLLIElement>(null)

  const move = (to: number) => {
    const undo = moveTo(list, entryKey, to)
    if (undo) onDone(`${name} moved.`, undo)
  }

  const remove = () => {
    const next = row.current?.nextElementSibling ?? row.current?.previousElementSibling
    const undo = removeFrom(list, entryKey)
    if (!undo) return
    next?.querySelector<HTMLElement>('[data-remove]')?.focus()
    onDone(`${name} removed.`, undo)
  }

  const start = (event: DragEvent) => startDrag(event, { list, key: entryKey, index, name }, row.current)

  return (
    <li className="entry" ref={row} data-entry={entryKey} data-folded={isFolded || undefined}>
      {isMovable && (
        <span className="entry-handle" draggable onDragStart={start} title="Drag to move" aria-hidden="true">
          <Icon name="grip" />
        </span>
      )}
      <div className="entry-fields">{children}</div>
      <div className="entry-tools">
        <MoveButtons {...{ row, name, total }} place={index} isDisabled={!isMovable} onMove={move} />
        <button
          type="button"
          className="icon-button"
          data-remove
          aria-label={`Remove ${name}`}
          disabled={!isRemovable}
          onClick={remove}
        >
          <Icon name="remove" />
        </button>
      </div>
    </li>
  )
}
