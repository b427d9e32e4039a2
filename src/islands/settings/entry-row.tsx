import './entries.css'
import { type DragEvent, type ReactNode, useRef } from 'react'
import { moveTo, removeFrom } from '../../stores/settings.ts'

/** The drag's own type, so that texts and files dropped here are left alone. */
const DRAG = 'application/x-fieldhand-entry'

export type ListField = 'faqs' | 'questions'

interface Props {
  list: ListField
  entryKey: string
  index: number
  total: number
  /** What the entry is called to those who hear its buttons: `Question 3`. */
  name: string
  isRemovable: boolean
  onRemoved: (undo: () => void, name: string) => void
  children: ReactNode
}

/** One entry of a list with what moves and removes it: buttons for everyone, a handle for the mouse. */
export function EntryRow({ list, entryKey, index, total, name, isRemovable, onRemoved, children }: Props) {
  const row = useRef<HTMLLIElement>(null)

  const move = (to: number, button: 'up' | 'down') => {
    moveTo(list, entryKey, to)
    // Moving the row in the document takes the focus from its button.
    requestAnimationFrame(() => {
      const pressed = row.current?.querySelector<HTMLButtonElement>(`[data-move="${button}"]`)
      const other = row.current?.querySelector<HTMLButtonElement>('[data-move]:not(:disabled)')
      const target = pressed?.disabled ? other : pressed
      target?.focus()
      row.current?.scrollIntoView({ block: 'nearest' })
    })
  }

  const remove = () => {
    const next = row.current?.nextElementSibling ?? row.current?.previousElementSibling
    const undo = removeFrom(list, entryKey)
    if (!undo) return
    next?.querySelector<HTMLElement>('[data-remove]')?.focus()
    onRemoved(undo, name)
  }

  const start = (event: DragEvent) => {
    event.dataTransfer.setData(DRAG, JSON.stringify([list, entryKey, index]))
    event.dataTransfer.effectAllowed = 'move'
    if (row.current) event.dataTransfer.setDragImage(row.current, 12, 12)
  }

  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(DRAG)) return
    event.preventDefault()
    row.current?.setAttribute('data-over', isBelowMiddle(event) ? 'below' : 'above')
  }

  const drop = (event: DragEvent) => {
    row.current?.removeAttribute('data-over')
    const dragged = readDrag(event.dataTransfer.getData(DRAG))
    if (dragged?.list !== list) return
    event.preventDefault()
    const gap = isBelowMiddle(event) ? index + 1 : index
    moveTo(list, dragged.key, dragged.index < gap ? gap - 1 : gap)
  }

  return (
    <li
      className="entry"
      ref={row}
      data-entry={entryKey}
      onDragOver={over}
      onDragLeave={() => row.current?.removeAttribute('data-over')}
      onDrop={drop}
    >
      <span className="entry-handle" draggable onDragStart={start} title="Drag to move" aria-hidden="true">
        ⠿
      </span>
      <div className="entry-fields">{children}</div>
      <div className="entry-tools">
        <button
          type="button"
          className="tool"
          data-move="up"
          aria-label={`Move ${name} up`}
          disabled={index === 0}
          onClick={() => move(index - 1, 'up')}
        >
          ↑
        </button>
        <button
          type="button"
          className="tool"
          data-move="down"
          aria-label={`Move ${name} down`}
          disabled={index === total - 1}
          onClick={() => move(index + 1, 'down')}
        >
          ↓
        </button>
        <button
          type="button"
          className="tool"
          data-remove
          aria-label={`Remove ${name}`}
          disabled={!isRemovable}
          onClick={remove}
        >
          ×
        </button>
      </div>
    </li>
  )
}

function isBelowMiddle({ currentTarget, clientY }: DragEvent): boolean {
  const { top, height } = currentTarget.getBoundingClientRect()
  return clientY > top + height / 2
}

function readDrag(text: string): { list: string; key: string; index: number } | null {
  try {
    const [list, key, index] = JSON.parse(text) as unknown[]
    if (typeof list !== 'string' || typeof key !== 'string' || typeof index !== 'number') return null
    return { list, key, index }
  } catch {
    return null
  }
}
