import './footer.css'
import { useStore } from '@nanostores/react'
import type { Lead } from '../../../contract/leads.ts'
import { leadEmail, leadPhone } from '../../../domain/leads/name.ts'
import { emailSubject, mailHref } from '../../../domain/leads/reach.ts'
import { $calledLead, finishCall, startCall } from '../../../stores/leads/call.ts'
import { $organization } from '../../../stores/session/session.ts'
import { CallOutcome, EditActions, ReachActions } from '../lazy-actions.ts'
import { usePhone } from '../list/use-phone.ts'
import { StatusSelect } from './status-select.tsx'

/** Call, Email, and Update Status (section 2, Lead dialog), and further actions. Unavailable ones are disabled. */
export function LeadFooter({ lead }: { lead: Lead }) {
  const calledId = useStore($calledLead, { ssr: () => null })
  const organization = useStore($organization, { ssr: () => null })
  const number = usePhone(leadPhone(lead))
  const email = leadEmail(lead)
  const subject = emailSubject(lead, organization?.name ?? 'our team')
  return (
    <div className="lead-footer">
      <div className="lead-quick">
        <ReachLink
          label="Call"
          href={number && number.href !== 'tel:' ? number.href : null}
          onFollow={() => startCall(lead.id)}
        />
        <ReachLink label="Email" href={email && mailHref(email, subject)} />
        <StatusSelect lead={lead} />
        {calledId === lead.id && <CallOutcome lead={lead} onDone={finishCall} />}
      </div>
      <div className="lead-more">
        <ReachActions lead={lead} />
        <EditActions lead={lead} />
      </div>
    </div>
  )
}

interface ReachLinkProps {
  label: string
  href: string | null
  onFollow?: () => void
}

function ReachLink({ label, href, onFollow }: ReachLinkProps) {
  if (!href) {
    return (
      <button type="button" className="button quiet" disabled>
        {label}
      </button>
    )
  }
  return (
    <a className="button quiet" href={href} onClick={onFollow}>
      {label}
    </a>
  )
}
