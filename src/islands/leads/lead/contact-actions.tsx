import './contact-actions.css'
import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import type { Lead } from '../../../contract/leads.ts'
import { directionsUrl, jobAddress } from '../../../domain/leads/bookings.ts'
import { contactWarnings } from '../../../domain/leads/contact-limits.ts'
import { leadEmail, leadPhone } from '../../../domain/leads/name.ts'
import { bestWay, emailSubject, firstMessage, mailHref, smsHref } from '../../../domain/leads/reach.ts'
import { $calledLead, finishCall, startCall } from '../../../stores/leads/call.ts'
import { $contactLimits } from '../../../stores/leads/contact-limits.ts'
import { $leadId } from '../../../stores/leads/page.ts'
import { $organizationName } from '../../../stores/organization/organization.ts'
import { Glyph, type GlyphName } from '../../../ui/glyph.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import { CallOutcome, TextMessage } from './lazy-actions.ts'

interface Props {
  lead: Lead
  /** Additional controls in the row. */
  children?: ReactNode
}

/**
 * The four ways to contact a lead; unavailable ones are disabled, and the best one is primary. Above them, what limits
 * the contact. Below them, the editable text message and the question about the outcome of a call.
 */
export function ContactActions({ lead, children }: Props) {
  const calledId = useStore($calledLead, { ssr: () => null })
  const organizationName = useStore($organizationName, { ssr: () => '' })
  const [writingTo, setWritingTo] = useState<string | null>(null)
  const number = usePhone(leadPhone(lead))
  const tel = number?.href ?? null
  const email = leadEmail(lead)
  const sender = { business: organizationName || 'our team', bookingUrl: null }
  const subject = emailSubject(lead, sender.business)
  const address = jobAddress(lead)
  const isWriting = writingTo === lead.id
  const best = bestWay(lead, tel !== null)
  const limits = useStore($contactLimits, { ssr: 'initial' }).data
  const currentId = useStore($leadId, { ssr: () => null })
  const warnings = limits && currentId === lead.id ? contactWarnings(limits) : []
  return (
    <>
      {warnings.length > 0 && (
        <p className="contact-limits" role="note">
          {warnings.join(' ')}
        </p>
      )}
      <div className="contact-actions">
        <ReachLink
          sign="call"
          label="Call"
          href={tel}
          isPrimary={best === 'call'}
          onFollow={() => startCall(lead.id)}
        />
        {best === 'text' && tel ? (
          <ReachLink sign="text" label="Text" href={smsHref(tel, firstMessage(lead, sender))} isPrimary />
        ) : (
          <button
            type="button"
            className="button quiet"
            disabled={!tel}
            aria-expanded={isWriting}
            onClick={() => setWritingTo(isWriting ? null : lead.id)}
          >
            <Glyph name="text" />
            Text
          </button>
        )}
        <ReachLink
          sign="email"
          label="Email"
          href={email && mailHref(email, subject)}
          isPrimary={best === 'email'}
        />
        <ReachLink
          sign="directions"
          label="Directions"
          href={address && directionsUrl(address)}
          isElsewhere
        />
        {children}
      </div>
      {isWriting && tel && <TextMessage lead={lead} tel={tel} />}
      {calledId === lead.id && <CallOutcome lead={lead} onDone={finishCall} />}
    </>
  )
}

interface ReachLinkProps {
  sign: GlyphName
  label: string
  href: string | null
  isPrimary?: boolean
  /** Whether the link opens in another tab. */
  isElsewhere?: boolean
  onFollow?: () => void
}

function ReachLink({ sign, label, href, isPrimary, isElsewhere, onFollow }: ReachLinkProps) {
  const className = isPrimary ? 'button' : 'button quiet'
  const content = (
    <>
      <Glyph name={sign} />
      {label}
    </>
  )
  if (!href) {
    return (
      <button type="button" className={className} disabled>
        {content}
      </button>
    )
  }
  return (
    <a
      className={className}
      href={href}
      onClick={onFollow}
      {...(isElsewhere && { target: '_blank', rel: 'noreferrer' })}
    >
      {content}
    </a>
  )
}
