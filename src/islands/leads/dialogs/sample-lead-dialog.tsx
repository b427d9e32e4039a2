import { grouped } from '../../../domain/common/grouped.ts'
import '../../../ui/form.css'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { nextStep, SAMPLE_STATUSES, sampleLead } from '../../../domain/leads/sample-lead.ts'
import { $now } from '../../../stores/base/time.ts'
import { $leadPanel, showLeadPanel } from '../../../stores/leads/panels.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Detail, Group } from '../lead/detail-group.tsx'

/** A sample lead with guidance for each status, for owners without leads (section 2, the static lead view). */
export default function SampleLeadDialog() {
  const isOpen = useStore($leadPanel) === 'sample'
  const now = useStore($now)
  const [lead, setLead] = useState(() => sampleLead(now))
  return (
    <Dialog open={isOpen} title={`${lead.name} (sample)`} width={560} onCancel={() => showLeadPanel(null)}>
      <div className="dialog-form">
        <Group title="Contact">
          <Detail label="Name">{lead.name}</Detail>
          <Detail label="Email">{lead.email}</Detail>
          <Detail label="Phone">{lead.phone}</Detail>
          <Detail label="Estimated value">{`$${grouped(lead.estimatedValue)}`}</Detail>
          <Detail label="Notes">{lead.notes}</Detail>
          <Detail label="Updated">
            <RelativeTime instant={lead.updatedAt} now={now} />
          </Detail>
        </Group>
        <fieldset className="chips">
          <legend>Status</legend>
          {SAMPLE_STATUSES.map((status) => (
            <label key={status} className="chip">
              <input
                type="radio"
                name="sample-status"
                checked={lead.status === status}
                onChange={() => setLead({ ...lead, status })}
              />
              {status}
            </label>
          ))}
        </fieldset>
        <p role="status">
          <strong>Next step:</strong> {nextStep(lead.status)}
        </p>
      </div>
    </Dialog>
  )
}
