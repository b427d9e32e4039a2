import './inbox-sheet.css'
import { clearInboxFilter } from '../../stores/conversations/filter.ts'
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
            <button type="button" className="button quiet" onClick={clearInboxFilter}>
              Clear
            </button>
            <button type="button" className="button" onClick={close}>
              Show conversations
            </button>
          </div>
        </>
      )}
    </Sheet>
  )
}
