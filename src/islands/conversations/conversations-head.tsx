import './conversations-head.css'
import { useStore } from '@nanostores/react'
import { computed } from 'nanostores'
import { useState } from 'react'
import { conditionCount } from '../../domain/conversations/filter.ts'
import { $inboxFilter, $isInboxSearchOpen, openInboxSearch } from '../../stores/conversations/filter.ts'
import { Glyph } from '../leads/glyph.tsx'
import { InboxSheet } from './inbox-sheet.tsx'

const $count = computed($inboxFilter, conditionCount)

/** The search and filter buttons next to the heading, for phones. */
export default function ConversationsHead() {
  const isSearchOpen = useStore($isInboxSearchOpen, { ssr: 'initial' })
  const count = useStore($count, { ssr: () => 0 })
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="inbox-head">
      <button
        type="button"
        className="icon-button"
        aria-label="Search"
        aria-expanded={isSearchOpen}
        // Keep focus in the field. Losing focus would close the field before the click.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => openInboxSearch(!isSearchOpen)}
      >
        <Glyph name="search" />
      </button>
      <button
        type="button"
        className="icon-button inbox-filter"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Glyph name="filter" />
        <span className="hidden-text">Filter</span>
        {count > 0 && <span className="inbox-count">{count}</span>}
      </button>
      {isOpen && <InboxSheet onClosed={() => setOpen(false)} />}
    </div>
  )
}
