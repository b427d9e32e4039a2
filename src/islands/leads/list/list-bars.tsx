import { ArrivalsBar } from './arrivals-bar.tsx'
import { AutomaticLossBar } from './automatic-loss-bar.tsx'
import { BulkBar } from './bulk-bar.tsx'
import OutboxBar from './outbox-bar.tsx'

/** The bars above the rows: pending changes, new leads, and selected leads. */
export default function ListBars() {
  return (
    <>
      <OutboxBar />
      <ArrivalsBar />
      <AutomaticLossBar />
      <BulkBar />
    </>
  )
}
