import './pager.css'
import type { FormEvent } from 'react'
import { GAP, pageNumbers } from '../domain/common/page-numbers.ts'

interface Props {
  page: number
  pageSize: number
  pageSizes: readonly number[]
  total: number
  /** The range of the page's items and the total, as text. */
  totalText: string
  /** Whether the list is so short that a phone needs no pager. */
  isShort: boolean
  /** Whether there is room only for the nearest pages. */
  isNarrow: boolean
  onTurn: (page: number) => void
  /** Opens the next or previous page, relative to the current one. */
  onStep: (by: 1 | -1) => void
  onResize: (pageSize: number) => void
}

/**
 * The pager of a list: page numbers, a page size selector, and a field to jump to a page. antd's pager isn't used,
 * because it takes a third of a page's render time and loads its own select.
 */
export function Pager(props: Props) {
  const { page, pageSize, pageSizes, total, totalText, isShort, isNarrow, onTurn, onStep, onResize } = props
  const last = Math.max(1, Math.ceil(total / pageSize))
  return (
    <nav className="pager" aria-label="Pages" data-short={isShort || undefined}>
      <span className="pager-total">{totalText}</span>
      <ul>
        <li>
          <Turn label="Previous page" isOff={page <= 1} onTurn={() => onStep(-1)}>
            ‹
          </Turn>
        </li>
        {pageNumbers(page, last, isNarrow ? 1 : 2).map((number, index) => (
          <li key={number ?? `gap ${index}`}>
            {number === GAP ? (
              <span className="pager-gap">…</span>
            ) : (
              <button
                type="button"
                aria-label={`Page ${number}`}
                aria-current={number === page ? 'page' : undefined}
                onClick={() => number !== page && onTurn(number)}
              >
                {number}
              </button>
            )}
          </li>
        ))}
        <li>
          <Turn label="Next page" isOff={page >= last} onTurn={() => onStep(1)}>
            ›
          </Turn>
        </li>
      </ul>
      <select
        className="field-box"
        aria-label="Page size"
        value={pageSize}
        onChange={(event) => onResize(Number(event.target.value))}
      >
        {pageSizes.map((size) => (
          <option key={size} value={size}>
            {size} / page
          </option>
        ))}
      </select>
      <Jumper last={last} onTurn={onTurn} />
    </nav>
  )
}

interface TurnProps {
  label: string
  isOff: boolean
  onTurn: () => void
  children: string
}

/** The Next or Previous button. At the end of the list it remains a button, so that it keeps focus. */
function Turn({ label, isOff, onTurn, children }: TurnProps) {
  return (
    <button
      type="button"
      className="pager-turn"
      aria-label={label}
      aria-disabled={isOff}
      onClick={isOff ? undefined : onTurn}
    >
      {children}
    </button>
  )
}

function Jumper({ last, onTurn }: { last: number; onTurn: (page: number) => void }) {
  const jump = (field: HTMLInputElement) => {
    const page = Number.parseInt(field.value, 10)
    field.value = ''
    if (page > 0) onTurn(Math.min(page, last))
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    jump(event.currentTarget.elements.namedItem('page') as HTMLInputElement)
  }
  return (
    <form className="pager-jumper" onSubmit={submit}>
      <label>
        Go to{' '}
        <input
          className="field-box"
          name="page"
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
          aria-label="Go to page"
          onBlur={(event) => jump(event.target)}
        />{' '}
        Page
      </label>
    </form>
  )
}
