import { useStore } from '@nanostores/react'
import { type RefObject, useRef, useState } from 'react'
import { isAllDays } from '../../domain/time/day-range.ts'
import { problemOf, reasonOf } from '../../stores/base/failures.ts'
import {
  $logFilter,
  $notificationLog,
  filterLog,
  loadOlder,
  sentDays,
} from '../../stores/notifications/log.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { useToast, withReason } from '../../ui/toast.tsx'
import { LogDaysFilter, NoneOnDays } from '../common/log-days.tsx'
import { NotificationRows, useFollowed } from './rows.tsx'

const FILTERS = [
  { filter: 'all', label: 'All' },
  { filter: 'failed', label: 'Failed' },
] as const

/** The log of sent notifications, newest first. */
export default function LogDialog({ onClose }: { onClose: () => void }) {
  const shown = useStore($logFilter)
  const place = useRef<HTMLDivElement>(null)
  return (
    <Dialog title="Sent notifications" width={720} className="phone-dialog sent-log" onCancel={onClose}>
      <div className="sent-filter">
        {FILTERS.map(({ filter, label }) => (
          <button
            key={filter}
            type="button"
            className="chip"
            aria-pressed={filter === shown}
            onClick={() => filterLog(filter)}
          >
            {label}
          </button>
        ))}
        <LogDaysFilter days={sentDays} place={place} />
      </div>
      <Log place={place} />
    </Dialog>
  )
}

function Log({ place }: { place: RefObject<HTMLDivElement | null> }) {
  const log = useStore($notificationLog)
  const { data, refetch, rows, hasMore } = log
  const filter = useStore($logFilter)
  const days = useStore(sentDays.$days)
  const toast = useToast()
  const [isLoading, setLoading] = useState(false)
  useFollowed(rows, refetch)
  const more = async () => {
    setLoading(true)
    try {
      await loadOlder()
    } catch (reason) {
      toast.error({ content: withReason('Older notifications could not be loaded', reasonOf(reason)) })
    }
    setLoading(false)
  }
  if (!data) return <NotLoaded problem={problemOf('notifications', log)} text="Loading notifications…" />
  if (rows.length === 0 && !isAllDays(days)) {
    return filter === 'failed' ? (
      <NoneOnDays
        days={sentDays}
        place={place}
        what="Nothing failed"
        clear="Clear filters"
        onClear={() => filterLog('all')}
      />
    ) : (
      <NoneOnDays days={sentDays} place={place} what="Nothing was sent" />
    )
  }
  if (rows.length === 0) {
    return (
      <p className="muted sent-none">
        {filter === 'failed' ? 'Nothing has failed.' : 'Nothing has been sent yet. Send yourself a test.'}
      </p>
    )
  }
  return (
    <>
      <NotificationRows notifications={rows} withLead />
      {hasMore && (
        <Button
          quiet
          className="sent-more"
          text={isLoading ? 'Loading…' : 'Show older'}
          disabled={isLoading}
          onClick={() => void more()}
        />
      )}
    </>
  )
}
