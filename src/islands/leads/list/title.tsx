import '../../../ui/clamped.css'
import './title.css'
import type { Lead } from '../../../contract/leads.ts'
import { phoneHref } from '../../../domain/common/phone-href.ts'
import { leadLabel, shownPhone } from '../../../domain/leads/name.ts'
import { startCall } from '../../../stores/leads/call.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Glyph } from '../../../ui/glyph.tsx'
import { TestTag } from '../../../ui/test-tag.tsx'
import { nameLink } from './actions.tsx'
import { LeadCheckbox } from './lead-checkbox.tsx'
import type { LeadRowProps } from './use-lead-rows.ts'

/** Lets an email address that is used as a name wrap after the @. */
export const breakable = (name: string) => {
  const at = name.indexOf('@') + 1
  return at > 0 ? [name.slice(0, at), <wbr key="at" />, name.slice(at)] : name
}

/**
 * A lead's name as a link that opens it, with the next contact detail and the button for a call below. The avatar also
 * serves as the checkbox.
 */
export function LeadTitle(row: LeadRowProps) {
  const { lead, isSelected } = row
  const { name, subtitle } = leadLabel(lead)
  const phone = shownPhone(lead)
  const href = phoneHref(phone ?? '')
  return (
    <div className="lead-cell">
      <LeadFace id={lead.id} name={name} isSelected={isSelected} />
      <div className="lead-text">
        <div className="lead-title">
          <a className="clamped" dir="auto" {...nameLink(row)}>
            {breakable(name)}
          </a>
          <LeadSubtitle lead={lead} text={href && subtitle === phone ? null : subtitle} />
        </div>
        {href && (
          <a className="lead-call" href={href} onClick={() => startCall(lead.id)}>
            <Glyph name="call" />
            {phone === name ? (
              'Call'
            ) : (
              <>
                <span className="hidden-text">{`Call ${name}: `}</span>
                {phone}
              </>
            )}
          </a>
        )}
      </div>
    </div>
  )
}

/** The line below a lead's name, with a mark if it came from a test. */
export function LeadSubtitle({ lead, text }: { lead: Lead; text: string | null }) {
  if (!text && !lead.is_test) return null
  return (
    <span className="lead-subtitle muted">
      <TestTag of={lead} /> {text}
    </span>
  )
}

/** A lead's avatar, and the checkbox that replaces it on hover, on focus, and while leads are selected. */
export function LeadFace({ id, name, isSelected }: { id: string; name: string; isSelected: boolean }) {
  return (
    <div className="lead-face">
      <Avatar name={name} id={id} />
      <LeadCheckbox id={id} name={name} isSelected={isSelected} />
    </div>
  )
}
