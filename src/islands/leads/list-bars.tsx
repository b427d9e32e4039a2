import { ArrivalsBar } from './arrivals-bar.tsx'
import { BulkBar } from './bulk-bar.tsx'
import OutboxBar from './outbox-bar.tsx'
import { useLeadKeys } from './use-lead-keys.ts'

/** What stands above the rows now and then: changes that wait, leads that came in, leads that are ticked. */
export default function ListBars() {
  useLeadKeys()
  return (
    <>
      <OutboxBar />
      <ArrivalsBar />
      <BulkBar />
    </>
  )
}
