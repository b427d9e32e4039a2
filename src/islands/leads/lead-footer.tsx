import { useStore } from '@nanostores/react'
import type { Lead } from '../../contract/leads.ts'
import { leadEmail, leadPhone } from '../../domain/lead-name.ts'
import { emailSubject, mailHref } from '../../domain/reach.ts'
import { $calledLead, finishCall, noteCall } from '../../stores/lead-call.ts'
import { $organization } from '../../stores/session.ts'
import { Later } from './later.tsx'
import { CallOutcome, EditActions, ReachActions } from './lazy-actions.ts'
import { StatusSelect } from './status-select.tsx'
import { usePhone } from './use-phone.ts'

/** Call, Email and Update Status (section 2, Lead modal), and what else can be done. What cannot is disabled. */
export function LeadFooter({ lead }: { lead: Lead }) {
  const calledId = useStore($calledLead, { ssr: 'initial' })
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
          onFollow={() => noteCall(lead.id)}
        />
        <ReachLink label="Email" href={email && mailHref(email, subject)} />
        <StatusSelect lead={lead} />
        {calledId === lead.id && (
          <Later>
            <CallOutcome lead={lead} onDone={finishCall} />
          </Later>
        )}
      </div>
      <div className="lead-more">
        <Later>
          <ReachActions lead={lead} />
          <EditActions lead={lead} />
        </Later>
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
