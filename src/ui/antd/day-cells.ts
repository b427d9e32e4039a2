import {
  cloneElement,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react'
import { dayForKey } from '../../domain/time/calendar-keys.ts'
import { spokenDay } from '../../domain/time/day-range.ts'
import { dayOf } from './days.ts'

interface CellInfo {
  type: string
  originNode: ReactElement
}

interface CellAttributes extends HTMLAttributes<HTMLElement> {
  'data-day': string
}

interface Cells {
  today: string
  /** The bounds of the days that can be chosen. */
  min?: string | undefined
  max?: string | undefined
  isChosen: (day: string) => boolean
  /** Called when a key moves to another day. */
  onMove: (day: string) => void
}

/** Returns how a picker draws a cell of its calendar: a day is a button that screen readers and keys can use. */
export function dayCells({ today, min = '', max = '9999', isChosen, onMove }: Cells) {
  return (current: Date | number | string, { type, originNode }: CellInfo): ReactNode => {
    if (type !== 'date' || !(current instanceof Date)) return originNode
    const day = dayOf(current)
    const press = (event: KeyboardEvent<HTMLElement>) => {
      const to = dayForKey(day, event)
      if (to !== null) onMove(to < min ? min : to > max ? max : to)
      else if (event.key === 'Enter' || event.key === ' ') event.currentTarget.click()
      else return
      event.preventDefault()
    }
    return cloneElement(originNode as ReactElement<CellAttributes>, {
      role: 'button',
      tabIndex: -1,
      title: undefined,
      'data-day': day,
      'aria-label': spokenDay(day),
      'aria-current': day === today ? 'date' : undefined,
      'aria-pressed': isChosen(day),
      'aria-disabled': day < min || day > max || undefined,
      onKeyDown: press,
    })
  }
}
