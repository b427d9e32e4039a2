import type { Lead } from '../../contract/leads.ts'
import { leadEmail, leadPhone } from '../../domain/lead-name.ts'
import { StatusSelect } from './status-select.tsx'
import { usePhone } from './use-phone.ts'

/** Call, Email and Update Status (section 2, Lead modal). What cannot be done is disabled. */
export function LeadFooter({ lead }: { lead: Lead }) {
  const number = usePhone(leadPhone(lead))
  const email = leadEmail(lead)
  return (
    <div className="lead-footer">
      <ReachLink label="Call" href={number && number.href !== 'tel:' ? number.href : null} />
      <ReachLink label="Email" href={email && `mailto:${encodeURIComponent(email)}`} />
      <StatusSelect lead={lead} />
    </div>
  )
}

function ReachLink({ label, href }: { label: string; href: string | null }) {
  if (!href) {
    return (
      <button type="button" className="button quiet" disabled>
        {label}
      </button>
    )
  }
  return (
    <a className="button quiet" href={href}>
      {label}
    </a>
  )
}
