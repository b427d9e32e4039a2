import { useStore } from '@nanostores/react'
import { memo, useDeferredValue, useLayoutEffect, useRef } from 'react'
import { counted } from '../../../domain/common/counted.ts'
import { isUnfiltered } from '../../../domain/leads/filter.ts'
import { DEFAULT_VIEW, PAGE_SIZES, totalText } from '../../../domain/leads/view.ts'
import { FAILURES, failureOf } from '../../../stores/base/failures.ts'
import { restoreFocusedLead } from '../../../stores/leads/focused-lead.ts'
import { changeLeadView, clearLeadFilters, reloadLeads } from '../../../stores/leads/list.ts'
import { showLeadPanel } from '../../../stores/leads/panels.ts'
import { $shownLeads, NOTHING_SHOWN, type ShownLeads, stepPage } from '../../../stores/leads/rows.ts'
import { $isSelecting } from '../../../stores/leads/selection.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailurePanel } from '../../../ui/failure-panel.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { useFailureToast } from '../../../ui/toast.tsx'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { StaleNote } from '../../common/stale-note.tsx'
import { CompactList } from './compact-list.tsx'
import { LeadTable } from './lead-table.tsx'
import { LeadSkeleton } from './skeleton.tsx'

/** The leads of the current view: a page of rows with its pager, or the loading, failed, or empty state. */
export function LeadList() {
  const latest = useStore($shownLeads, { ssr: () => NOTHING_SHOWN })
  // Defer the rows, so that they never block typing. The first rows replace the skeleton immediately.
  const deferred = useDeferredValue(latest)
  const shown = deferred.leads ? deferred : latest
  const { list, leads, total } = shown
  const failure = list.error && failureOf('leads', list.error)
  useFailureToast(FAILURES.leads, leads ? null : list.error)
  if (!leads) {
    if (!failure) return <LeadSkeleton />
    return <FailurePanel {...failure} isRetrying={list.isFetching} onRetry={retry} />
  }
  return (
    <>
      {failure && <StaleNote failure={failure} query={{ ...list, refetch: retry }} />}
      <p className="hidden-text" role="status">
        {counted(total, 'lead')}
      </p>
      {total === 0 ? <NoLeads {...shown} /> : <LeadPage {...shown} />}
    </>
  )
}

/** Reloads the list and the statistics. The outcome appears in their states. */
const retry = () => void reloadLeads().catch(() => {})

const openSample = () => showLeadPanel('sample')

function NoLeads({ view }: ShownLeads) {
  if (isUnfiltered(view)) {
    return (
      <EmptyState title="No leads yet" text="Leads show up here as soon as a visitor leaves contact details.">
        <a className="button" href="/playground">
          Test your agent
        </a>
        <Button quiet text="See a sample lead" onClick={openSample} />
      </EmptyState>
    )
  }
  const isReversed = view.from !== null && view.to !== null && view.from > view.to
  return (
    <EmptyState
      title="No leads match"
      text={isReversed ? 'The start date is after the end date.' : 'Try another search or other filters.'}
    >
      <Button quiet text="Clear filters" onClick={clearLeadFilters} />
    </EmptyState>
  )
}

/** Scrolls to the first row when the rows of another page appear. Wrap handlers that change the page with `turning`. */
function useBackToTop(rows: ShownLeads['rows']) {
  const top = useRef<HTMLDivElement>(null)
  const isTurning = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after every change of the rows.
  useLayoutEffect(() => {
    const isAbove = isTurning.current && (top.current?.getBoundingClientRect().top ?? 0) < 0
    isTurning.current = false
    if (isAbove) top.current?.scrollIntoView({ block: 'start' })
  }, [rows])
  const turning =
    <Given,>(turn: (given: Given) => void) =>
    (given: Given) => {
      isTurning.current = true
      turn(given)
    }
  return { top, turning }
}

const LeadPage = memo(function LeadPage({ view, search, total, page, rows, rowKeys }: ShownLeads) {
  // Next to the sidebar, the table doesn't fit on a tablet.
  const isNarrow = useMediaQuery('(width < 1100px)')
  const isSelecting = useStore($isSelecting, { ssr: () => false })
  const { top, turning } = useBackToTop(rows)
  useLayoutEffect(restoreFocusedLead, [])
  const first = (page - 1) * view.pageSize + 1
  return (
    <div className="lead-rows" ref={top} data-selecting={isSelecting || undefined}>
      {isNarrow ? (
        <CompactList leads={rows} search={search} />
      ) : (
        <LeadTable leads={rows} rowKeys={rowKeys} search={search} sort={view.sort} />
      )}
      <Pager
        page={page}
        pageSize={view.pageSize}
        pageSizes={PAGE_SIZES}
        total={total}
        totalText={totalText(total, [first, first + rows.length - 1])}
        isShort={total <= DEFAULT_VIEW.pageSize}
        isNarrow={isNarrow}
        onTurn={turning((next) => changeLeadView({ page: next }))}
        onStep={turning(stepPage)}
        onResize={turning((pageSize) => changeLeadView({ pageSize }))}
      />
    </div>
  )
})
