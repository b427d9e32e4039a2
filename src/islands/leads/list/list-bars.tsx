import { useStore } from '@nanostores/react'
import { $account } from '../../../stores/base/session/account.ts'
import { $testLeads, deleteLeads } from '../../../stores/leads/bulk.ts'
import { TestBar } from '../../common/test-bar.tsx'
import { ArrivalsBar } from './arrivals-bar.tsx'
import { AutomaticLossBar } from './automatic-loss-bar.tsx'
import { BulkBar } from './bulk-bar.tsx'
import OutboxBar from './outbox-bar.tsx'

/** The bars above the rows: pending changes, new leads, tests, and selected leads. */
export default function ListBars() {
  const tests = useStore($testLeads)
  return (
    <>
      <OutboxBar />
      <ArrivalsBar />
      <AutomaticLossBar />
      <TestBar count={tests.length} onDelete={() => deleteLeads($account.get(), tests)} />
      <BulkBar />
    </>
  )
}
