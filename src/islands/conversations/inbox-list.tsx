import { grouped } from '../../domain/common/grouped.ts'
import './inbox-list.css'
import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { ALL_CONVERSATIONS, conditionCount } from '../../domain/conversations/filter.ts'
import { failureOf } from '../../stores/base/failures.ts'
import { $appliedFilter, clearInboxFilter } from '../../stores/conversations/filter.ts'
import {
  $inboxGroups,
  $shownInbox,
  LOADING_INBOX,
  NO_GROUPS,
  type ShownInbox,
  showMoreConversations,
} from '../../stores/conversations/inbox.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailurePanel } from '../../ui/failure-panel.tsx'
import { StaleNote } from '../common/stale-note.tsx'
import { InboxRow } from './inbox-row.tsx'
import { InboxSkeleton } from './inbox-skeleton.tsx'
import { type InboxRowProps, useInboxRows } from './use-inbox-rows.ts'

/** The conversations that match the filter, or the loading, failed, missing, or empty state. */
export function InboxList() {
  const inbox = useStore($shownInbox, { ssr: () => LOADING_INBOX })
  const { status, rows, error, isFetching, refetch } = inbox
  switch (status) {
    case 'loading':
      return <InboxSkeleton />
    case 'failed':
      return <FailurePanel {...failureOf('conversations', error)} isRetrying={isFetching} onRetry={refetch} />
    case 'missing':
      return (
        <EmptyState
          title="No conversations here"
          text="Visitors who leave their contact details show up in your leads, with their conversation."
        >
          <a className="button" href="/leads">
            Go to Leads
          </a>
        </EmptyState>
      )
    case 'ready':
      return (
        <>
          {error && <StaleNote failure={failureOf('conversations', error)} query={inbox} />}
          {rows.length === 0 && !inbox.isOutdated ? <NoConversations /> : <Rows {...inbox} />}
        </>
      )
  }
}

function NoConversations() {
  const filter = useStore($appliedFilter, { ssr: () => ALL_CONVERSATIONS })
  if (filter.search.trim() === '' && conditionCount(filter) === 0) {
    return (
      <EmptyState
        title="No conversations yet"
        text="Every chat with your agent shows up here while it happens, even without contact details. You see who needs a person, and can answer yourself."
      >
        <a className="button" href="/agent#section-installation">
          Add the agent to your website
        </a>
        <a className="button quiet" href="/playground">
          Try it as a visitor
        </a>
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No conversations match" text="Try other words or fewer filters.">
      <Button quiet text="Clear filters" onClick={clearInboxFilter} />
    </EmptyState>
  )
}

function Rows({ hasMore, isLoadingMore, moreError, isOutdated }: ShownInbox) {
  const groups = useStore($inboxGroups, { ssr: () => NO_GROUPS })
  const needing = useInboxRows(groups.needing)
  const others = useInboxRows(groups.others)
  const hasGroups = needing.length > 0
  return (
    <>
      <p className="hidden-text" role="status">
        {isOutdated ? '' : countText(needing.length + others.length, hasMore)}
      </p>
      {hasGroups && (
        <>
          <h2 className="inbox-group">
            Needs a person <span className="list-count">{needing.length}</span>
          </h2>
          <List name="Needs a person" rows={needing} isBusy={isOutdated} />
          {others.length > 0 && <h2 className="inbox-group">Others</h2>}
        </>
      )}
      {others.length > 0 && <List name="Conversations" rows={others} isBusy={isOutdated} />}
      {hasMore && !isOutdated && <More isLoading={isLoadingMore} error={moreError} />}
    </>
  )
}

function List({ name, rows, isBusy }: { name: string; rows: readonly InboxRowProps[]; isBusy: boolean }) {
  return (
    <ul className="inbox-rows" aria-label={name} aria-busy={isBusy}>
      {rows.map((row) => (
        <InboxRow key={row.conversation.id} {...row} />
      ))}
    </ul>
  )
}

function countText(count: number, hasMore: boolean): string {
  if (count === 1 && !hasMore) return '1 conversation'
  return `${grouped(count)}${hasMore ? ' or more' : ''} conversations`
}

/** Distance in pixels from the end of the list at which the next rows load. */
const AHEAD = '1200px 0px'

/**
 * Loads the next rows when it comes near the viewport, or when pressed. After a failure, loads them only when pressed.
 */
function More({ isLoading, error }: { isLoading: boolean; error: Error | null }) {
  const place = useRef<HTMLDivElement>(null)
  const isAutomatic = !isLoading && error === null
  useEffect(() => {
    const end = place.current
    if (!end || !isAutomatic) return undefined
    // On wide screens, the rows scroll in their pane. Otherwise, they scroll with the page.
    const pane = end.closest<HTMLElement>('.inbox-scroll')
    const root = pane && getComputedStyle(pane).overflowY === 'auto' ? pane : null
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && void showMoreConversations(),
      { root, rootMargin: AHEAD },
    )
    observer.observe(end)
    return () => observer.disconnect()
  }, [isAutomatic])
  return (
    <div className="inbox-more" ref={place}>
      {error && <p role="alert">{failureOf('conversations', error).reason}</p>}
      <Button
        quiet
        text={isLoading ? 'Loading…' : error ? 'Retry' : 'Show more'}
        disabled={isLoading}
        onClick={() => void showMoreConversations()}
      />
    </div>
  )
}
