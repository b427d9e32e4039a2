import './inbox-sheet.css'
import { clearInboxFilter } from '../../stores/conversations/filter.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { ChannelFilter, InboxFilters } from './inbox-filters.tsx'

/** The filter sheet for phones. */
export function InboxSheet({ onClosed }: { onClosed: () => void }) {
  return (
    <Sheet title="Filter conversations" onClosed={onClosed}>
      {(close) => (
        <>
          <InboxFilters />
          <ChannelFilter />
          <div className="sheet-foot inbox-sheet-foot">
            <Button quiet text="Clear" onClick={clearInboxFilter} />
            <Button text="Show conversations" onClick={close} />
          </div>
        </>
      )}
    </Sheet>
  )
}
