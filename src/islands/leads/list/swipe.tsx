import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Lead } from '../../../contract/leads.ts'
import { leadLabel } from '../../../domain/leads/name.ts'
import type { NextAction } from '../../../domain/leads/next-action.ts'
import { Glyph } from '../../../ui/glyph.tsx'
import { useStatusUpdate } from '../lead/use-status-update.ts'

/**
 * Distances in pixels: the minimum for a swipe, the minimum that calls or reveals the statuses, and the width of the
 * statuses.
 */
const START = 12
const ENOUGH = 72
const STATUSES = 176

/**
 * The lead whose row is being swiped, and the side that the swipe reveals. The start side calls; the end side sets the
 * status.
 */
export interface Swiped {
  id: string
  side: 'start' | 'end'
}

/**
 * Lets the user swipe the rows of a list by touch, with one set of listeners for all rows. The browser still handles
 * vertical movement, because the rows have `touch-action: pan-y`.
 */
export function useSwipe() {
  const list = useRef<HTMLUListElement>(null)
  const [swiped, setSwiped] = useState<Swiped | null>(null)
  useEffect(() => {
    const { current } = list
    return current ? bindSwipe(current, (next) => flushSync(() => setSwiped(next))) : undefined
  }, [])
  return { list, swiped }
}

interface Movement {
  row: HTMLElement
  pointer: number
  x: number
  y: number
  /** The row's position when it was touched. */
  base: number
  isSwipe: boolean
}

function bindSwipe(list: HTMLElement, show: (swiped: Swiped | null) => void): () => void {
  let movement: Movement | null = null
  let opened: HTMLElement | null = null
  let at = 0

  const move = (row: HTMLElement, to: number) => {
    at = to
    row.style.setProperty('--swiped', `${to}px`)
    row.toggleAttribute('data-swiping', to !== 0)
  }
  const close = () => {
    if (!opened) return
    opened.removeAttribute('data-moving')
    move(opened, 0)
    opened = null
    show(null)
  }

  const down = (event: PointerEvent) => {
    const row = (event.target as Element).closest<HTMLElement>('li[data-row-key]')
    if (opened && opened !== row) close()
    if (!row || event.pointerType === 'mouse' || !event.isPrimary) return
    if ((event.target as Element).closest('[popover]')) return
    movement = {
      row,
      pointer: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      base: opened ? at : 0,
      isSwipe: false,
    }
  }

  const follow = (event: PointerEvent) => {
    if (!movement || event.pointerId !== movement.pointer) return
    const across = event.clientX - movement.x
    if (!movement.isSwipe) {
      if (Math.abs(across) < START || Math.abs(across) < 1.5 * Math.abs(event.clientY - movement.y)) return
      movement.isSwipe = true
      movement.row.setPointerCapture(event.pointerId)
      movement.row.setAttribute('data-moving', '')
    }
    const { row, base } = movement
    const canCall = row.querySelector('[data-next]') !== null
    const to = Math.min(canCall ? 2 * ENOUGH : 0, Math.max(-STATUSES, base + across))
    const side = to > 0 ? 'start' : 'end'
    if (opened !== row || Math.sign(to) !== Math.sign(at)) {
      opened = row
      show({ id: row.dataset.rowKey ?? '', side })
    }
    move(row, to)
    row.toggleAttribute('data-enough', to >= ENOUGH)
  }

  const up = (event: PointerEvent) => {
    if (!movement || event.pointerId !== movement.pointer) return
    const { row, isSwipe } = movement
    movement = null
    if (!isSwipe) return
    row.removeAttribute('data-moving')
    row.removeAttribute('data-enough')
    // The click that ends a swipe must not open anything.
    addEventListener('click', cancelClick, { capture: true, once: true })
    setTimeout(() => removeEventListener('click', cancelClick, { capture: true }))
    if (at <= -ENOUGH && event.type === 'pointerup') {
      move(row, -STATUSES)
      return
    }
    const isCall = at >= ENOUGH && event.type === 'pointerup'
    close()
    if (isCall) {
      removeEventListener('click', cancelClick, { capture: true })
      row.querySelector<HTMLElement>('[data-next]')?.click()
    }
  }

  const bound = { pointerdown: down, pointermove: follow, pointerup: up, pointercancel: up }
  for (const [type, listener] of Object.entries(bound)) list.addEventListener(type, listener as EventListener)
  // A tap elsewhere, or on a revealed action, hides the actions again.
  const outside = (event: PointerEvent) => !list.contains(event.target as Node) && close()
  const acted = (event: Event) => {
    // Deferred, because the event hasn't reached the action's button yet.
    if ((event.target as Element).closest('.swipe-actions')) setTimeout(close)
  }
  document.addEventListener('pointerdown', outside)
  list.addEventListener('click', acted)
  return () => {
    for (const [type, listener] of Object.entries(bound)) {
      list.removeEventListener(type, listener as EventListener)
    }
    document.removeEventListener('pointerdown', outside)
    list.removeEventListener('click', acted)
  }
}

function cancelClick(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

interface SwipeActionsProps {
  lead: Lead
  side: Swiped['side']
  next: NextAction | null
}

/** The actions that a swipe reveals. Keyboards and screen readers use the row's own controls. */
export function SwipeActions({ lead, side, next }: SwipeActionsProps) {
  const update = useStatusUpdate()
  if (side === 'start') {
    return (
      <div className="swipe-actions" data-side="start" aria-hidden="true">
        {next && <Glyph name={next.type} />}
        {next?.label}
      </div>
    )
  }
  return (
    <fieldset
      className="swipe-actions"
      data-side="end"
      aria-label={`Set the status of ${leadLabel(lead).name}`}
    >
      {(['converted', 'lost'] as const).map((status) => (
        <button
          key={status}
          type="button"
          data-status={status}
          disabled={lead.status === status}
          onClick={() => void update(lead, status)}
        >
          <Glyph name={status === 'lost' ? 'lost' : 'check'} />
          {status === 'lost' ? 'Lost' : 'Converted'}
        </button>
      ))}
    </fieldset>
  )
}
