import './conversations-head.css'
import { useStore } from '@nanostores/react'
import { computed } from 'nanostores'
import { conditionCount } from '../../domain/conversations/filter.ts'
import { $inboxFilter, $isInboxSearchOpen, openInboxSearch } from '../../stores/conversations/filter.ts'
import { FilterButton, SearchButton } from '../../ui/list-head.tsx'
import { InboxSheet } from './inbox-sheet.tsx'

const $count = computed($inboxFilter, conditionCount)

/** The search and filter buttons next to the heading, for phones. */
export default function ConversationsHead() {
  const isSearchOpen = useStore($isInboxSearchOpen, { ssr: 'initial' })
  const count = useStore($count, { ssr: () => 0 })
  return (
    <div className="inbox-head">
      <SearchButton isOpen={isSearchOpen} onToggle={openInboxSearch} />
      <FilterButton count={count}>{(onClosed) => <InboxSheet onClosed={onClosed} />}</FilterButton>
    </div>
  )
}
