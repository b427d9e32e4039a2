import './footer.css'
import type { Lead } from '../../../contract/leads.ts'
import { ContactActions } from './contact-actions.tsx'
import { MoreMenu } from './more-menu.tsx'
import { StatusSelect } from './status-select.tsx'

/**
 * Call, Email, and Update Status (section 2, Lead dialog), and additional actions. Unavailable actions are disabled.
 */
export function LeadFooter({ lead }: { lead: Lead }) {
  return (
    <div className="lead-footer">
      <ContactActions lead={lead}>
        <StatusSelect lead={lead} />
        <MoreMenu lead={lead} />
      </ContactActions>
    </div>
  )
}
