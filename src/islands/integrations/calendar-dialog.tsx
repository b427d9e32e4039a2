import './calendar-dialog.css'
import { useStore } from '@nanostores/react'
import { $calendars } from '../../stores/integrations/calendars.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CalendarFeed } from './calendar-feed.tsx'

/** What the organization's calendars show. */
export function CalendarDialog({ name, onClosed }: { name: string; onClosed: () => void }) {
  const { data } = useStore($calendars)
  return (
    <Dialog title={name} width={560} className="phone-dialog" onCancel={onClosed}>
      <CalendarFeed hasFeed={data?.has_feed ?? false} />
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClosed}>
          Done
        </button>
      </div>
    </Dialog>
  )
}
