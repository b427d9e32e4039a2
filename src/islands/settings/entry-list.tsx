import './entries.css'
import { type DragEvent, type ReactNode, useRef } from 'react'
import { moveTo } from '../../stores/settings/settings.ts'

/** A custom data type, so that dropped texts and files are ignored. */
const DRAG = 'application/x-fieldhand-entry'

export type ListField = 'faqs' | 'questions'

/** Reports a change to an entry, with Undo. */
export type OnDone = (text: string, undo: () => void) => void

export interface Dragged {
  list: ListField
  key: string
  index: number
  name: string
}

interface Props {
  list: ListField
  label: string
  onDone: OnDone
  children: ReactNode
}

/** A list whose entries the user can reorder by drag and drop. Entries can also be dropped between rows. */
export function EntryList({ list, label, onDone, children }: Props) {
  const target = useRef<HTMLElement | null>(null)

  const mark = (row: HTMLElement | null, place?: 'above' | 'below') => {
    if (target.current !== row) target.current?.removeAttribute('data-over')
    if (place) row?.setAttribute('data-over', place)
    target.current = row
  }

  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(DRAG)) return
    event.preventDefault()
    const row = (event.target as Element).closest<HTMLElement>('.entry')
    if (!row) return
    const { top, height } = row.getBoundingClientRect()
    mark(row, event.clientY > top + height / 2 ? 'below' : 'above')
  }

  const drop = (event: DragEvent) => {
    over(event)
    const dragged = readDrag(event.dataTransfer)
    const row = target.current
    const isBelow = row?.dataset.over === 'below'
    row?.removeAttribute('data-over')
    mark(null)
    if (dragged?.list !== list || !row) return
    event.preventDefault()
    const gap = [...event.currentTarget.children].indexOf(row) + (isBelow ? 1 : 0)
    const undo = moveTo(list, dragged.key, dragged.index < gap ? gap - 1 : gap)
    if (undo) onDone(`${dragged.name} moved.`, undo)
  }

  return (
    <ol
      className="entries"
      id={list}
      tabIndex={-1}
      aria-label={label}
      onDragOver={over}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        // `relatedTarget` is null when the pointer enters the inside of a text field.
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) mark(null)
      }}
      onDragEnd={() => mark(null)}
      onDrop={drop}
    >
      {children}
    </ol>
  )
}

/** Starts dragging an entry. `row` is the drag image. */
export function startDrag({ dataTransfer }: DragEvent, dragged: Dragged, row: Element | null): void {
  dataTransfer.setData(DRAG, JSON.stringify(dragged))
  dataTransfer.effectAllowed = 'move'
  if (row) dataTransfer.setDragImage(row, 12, 12)
}

function readDrag(transfer: DataTransfer): Dragged | null {
  try {
    return JSON.parse(transfer.getData(DRAG)) as Dragged
  } catch {
    return null
  }
}
