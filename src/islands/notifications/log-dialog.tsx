import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { problemOf, reasonOf } from '../../stores/base/failures.ts'
import { $logFilter, $notificationLog, filterLog, loadOlder } from '../../stores/notifications/log.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { useToast, withReason } from '../../ui/toast.tsx'
import { NotificationRows, useFollowed } from './rows.tsx'

const FILTERS = [
  { filter: 'all', label: 'All' },
  { filter: 'failed', label: 'Failed' },
] as const

/** The log of sent notifications, newest first. */
export default function LogDialog({ onClose }: { onClose: () => void }) {
  const shown = useStore($logFilter)
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
      </div>
      <Log />
    </Dialog>
  )
}

function Log() {
  const log = useStore($notificationLog)
  const { data, refetch, rows, hasMore } = log
  const filter = useStore($logFilter)
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
