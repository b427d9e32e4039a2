import './inbox-toolbar.css'
import { useStore } from '@nanostores/react'
import { computed } from 'nanostores'
import { useEffect, useRef } from 'react'
import { LIMITS } from '../../contract/limits.ts'
import {
  $inboxFilter,
  $isInboxSearchOpen,
  openInboxSearch,
  searchConversations,
} from '../../stores/conversations/filter.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { ChannelFilter, InboxFilters } from './inbox-filters.tsx'

const $search = computed($inboxFilter, ({ search }) => search)

/** The search field and the filters above the list. Phones show only the search field, on request. */
export function InboxToolbar() {
  const search = useStore($search, { ssr: () => '' })
  const isOpen = useStore($isInboxSearchOpen, { ssr: 'initial' })
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isOpen) field.current?.focus()
  }, [isOpen])
  return (
    <search
      className="inbox-toolbar"
      aria-label="Conversations"
      data-open={isOpen || search !== '' || undefined}
    >
      <div className="inbox-search-box">
        <Glyph name="search" />
        <input
          className="field-box inbox-search"
          type="search"
          name="search"
          ref={field}
          aria-label="Search conversations"
          aria-keyshortcuts="/"
          placeholder="Search messages"
          maxLength={LIMITS.line}
          value={search}
          onChange={(event) => searchConversations(event.target.value)}
          onFocus={() => openInboxSearch(true)}
          onBlur={() => openInboxSearch(false)}
        />
        <ChannelFilter />
      </div>
      <InboxFilters />
    </search>
  )
}
