import './calendar-dialog.css'
import { useStore } from '@nanostores/react'
import type { Integration } from '../../domain/integrations/catalog.ts'
import { $calendars } from '../../stores/integrations/calendars.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Calcom } from './calcom.tsx'
import { CalendarFeed } from './calendar-feed.tsx'
import { CalendarSources } from './calendar-sources.tsx'
import { GoogleCalendar } from './google-calendar.tsx'

/** The calendars that the console reads, and the feed URL at which calendars read the estimate calls. */
export default function CalendarDialog({
  entry,
  onClose,
}: {
  entry: Pick<Integration, 'id' | 'name'>
  onClose: () => void
}) {
  const { data } = useStore($calendars)
  const feed = <CalendarFeed key="feed" hasFeed={data?.has_feed ?? false} />
  const sources = <CalendarSources key="sources" sources={data?.sources ?? []} />
  return (
    <Dialog title={entry.name} width={560} className="phone-dialog" onCancel={onClose}>
      {entry.id === 'google-calendar' && data && <GoogleCalendar calendars={data} />}
      {entry.id === 'cal-com'
        ? data && <Calcom calendars={data} />
        : entry.id === 'apple-calendar'
          ? [feed, sources]
          : [sources, feed]}
      <div className="dialog-actions">
        <Button quiet text="Done" onClick={onClose} />
      </div>
    </Dialog>
  )
}
