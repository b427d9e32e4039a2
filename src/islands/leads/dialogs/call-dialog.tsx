import { useStore } from '@nanostores/react'
import { leadLabel } from '../../../domain/leads/name.ts'
import { $calledLead, finishCall } from '../../../stores/leads/call.ts'
import { $allLeads } from '../../../stores/leads/list.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { CallOutcome } from '../lead/lazy-actions.ts'

/** The question about a call that started from a row, because no lead is open that could show it. */
export default function CallDialog({ isOpen = false }: { isOpen?: boolean }) {
  const id = useStore($calledLead)
  const lead = useStore($allLeads).data?.find((one) => one.id === id)
  return (
    <Dialog open={isOpen && lead !== undefined} title={lead && leadLabel(lead).name} onCancel={finishCall}>
      {lead && <CallOutcome lead={lead} onDone={finishCall} />}
    </Dialog>
  )
}
