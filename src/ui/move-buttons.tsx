import type { RefObject } from 'react'
import { Icon } from './icon.tsx'

interface Props {
  row: RefObject<HTMLElement | null>
  name: string
  place: number
  total: number
  isDisabled?: boolean
  onMove: (to: number) => void
}

/**
 * Two buttons that move a row up and down in its list. The pressed button keeps focus, unless the row reaches an end of
 * the list.
 */
export function MoveButtons({ row, name, place, total, isDisabled = false, onMove }: Props) {
  const move = (to: number, direction: 'up' | 'down') => {
    onMove(to)
    // Moving the row in the document removes focus from its button.
    requestAnimationFrame(() => {
      const pressed = row.current?.querySelector<HTMLButtonElement>(`[data-move="${direction}"]`)
      const other = row.current?.querySelector<HTMLButtonElement>('[data-move]:not(:disabled)')
      const target = pressed?.disabled ? other : pressed
      target?.focus()
      row.current?.scrollIntoView({ block: 'nearest' })
    })
  }
  return (['up', 'down'] as const).map((direction) => {
    const to = direction === 'up' ? place - 1 : place + 1
    return (
      <button
        key={direction}
        type="button"
        className="icon-button"
        data-move={direction}
        aria-label={`Move ${name} ${direction}`}
        disabled={isDisabled || to < 0 || to === total}
        onClick={() => move(to, direction)}
      >
        <Icon name={direction} />
      </button>
    )
  })
}
