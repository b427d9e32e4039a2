import { grouped } from '../../../domain/common/grouped.ts'
import '../../../ui/form.css'
import './call-queue-dialog.css'
import { useStore } from '@nanostores/react'
import type { Lead } from '../../../contract/leads.ts'
import { present } from '../../../domain/common/present.ts'
import { leadLabel, leadPhone } from '../../../domain/leads/name.ts'
import { $now } from '../../../stores/base/time.ts'
import { $calledLead, finishCall, startCall } from '../../../stores/leads/call.ts'
import { openLeadDialog } from '../../../stores/leads/dialog.ts'
import { $callQueue, $leadPanel, showLeadPanel } from '../../../stores/leads/panels.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { PhoneLink } from '../../../ui/phone-link.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import CallOutcome from '../lead/call-outcome.tsx'

/** Maximum number of leads per call session. */
const SHOWN = 20

/** The leads to call: new leads without notes, oldest first. */
export default function CallQueueDialog() {
  const isOpen = useStore($leadPanel) === 'call-queue'
  const queue = useStore($callQueue)
  return (
    <Dialog
      open={isOpen}
      title={queue.length === 0 ? 'Call now' : `Call now: ${grouped(queue.length)} waiting`}
      width={560}
      onCancel={() => showLeadPanel(null)}
    >
      {queue.length === 0 ? (
        <p className="muted">No one is waiting for a call.</p>
      ) : (
        <ol className="call-queue">
          {queue.slice(0, SHOWN).map((lead) => (
            <Waiting key={lead.id} lead={lead} />
          ))}
        </ol>
      )}
    </Dialog>
  )
}

function Waiting({ lead }: { lead: Lead }) {
  const now = useStore($now)
  const calledId = useStore($calledLead)
  const view = () => {
    showLeadPanel(null)
    openLeadDialog(lead.id)
  }
  return (
    <li>
      <div>
        <strong>{leadLabel(lead).name}</strong>
        <p className="muted">
          {present(lead.service_interest) ?? 'No service specified'} ·{' '}
          <RelativeTime instant={lead.created_at} now={now} />
        </p>
      </div>
      <PhoneLink className="button" text={leadPhone(lead) ?? ''} onFollow={() => startCall(lead.id)} />
      <button type="button" className="button quiet" onClick={view}>
        View<span className="hidden-text"> {leadLabel(lead).name}</span>
      </button>
      {calledId === lead.id && <CallOutcome lead={lead} onDone={finishCall} />}
    </li>
  )
}
