import './list-head.css'
import { type ReactNode, useState } from 'react'
import { Glyph } from './glyph.tsx'

interface SearchProps {
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
}

/** Opens and closes the search field of a list on a phone. */
export function SearchButton({ isOpen, onToggle }: SearchProps) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label="Search"
      aria-expanded={isOpen}
      // Keep focus in the field. Losing focus would close the field before the click.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onToggle(!isOpen)}
    >
      <Glyph name="search" />
    </button>
  )
}

interface FilterProps {
  /** The number of active filters. */
  count: number
  /** Returns the sheet with the filters. */
  children: (onClosed: () => void) => ReactNode
}

/** Opens the filters of a list on a phone. */
export function FilterButton({ count, children }: FilterProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="icon-button filter-button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Glyph name="filter" />
        <span className="hidden-text">Filter</span>
        {count > 0 && <span className="list-count">{count}</span>}
      </button>
      {isOpen && children(() => setOpen(false))}
    </>
  )
}
