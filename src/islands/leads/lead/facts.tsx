import { capitalized } from '../../../domain/common/capitalized.ts'
import './facts.css'
import type { ReactNode } from 'react'
import type { Lead } from '../../../contract/leads.ts'
import { phoneText } from '../../../domain/common/dialable.ts'
import { present } from '../../../domain/common/present.ts'
import { appointmentName, bookingStatusText } from '../../../domain/leads/appointment-words.ts'
import { appointmentOf } from '../../../domain/leads/bookings.ts'
import { type Fact, factsOf, preferenceText } from '../../../domain/leads/facts.ts'
import { isWebAddress } from '../../../domain/leads/web-address.ts'
import { BookingTime } from '../../common/booking-time.tsx'
import { FactEditor } from './fact-editor.tsx'
import { useFactEdit } from './use-fact-edit.ts'

/** The known details of a lead that are not in its summary, each editable in place. Missing ones are offered below. */
export function LeadFacts({ lead }: { lead: Lead }) {
  const { edited, edit, close } = useFactEdit()
  const all = factsOf(lead)
  const isShown = ({ name, value, isInSummary }: Fact) => (value !== '' && !isInSummary) || name === edited
  const preference = preferenceText(lead)
  const missing = all.filter(({ name, value }) => value === '' && name !== edited)
  return (
    <div className="lead-facts">
      <dl>
        <Booking lead={lead} />
        {preference && <Line label="Prefers">{preference}</Line>}
        {all.filter(isShown).map((fact) => (
          <Line key={fact.name} label={fact.label}>
            {fact.name === edited ? (
              <FactEditor lead={lead} fact={fact} onClose={(returns) => close(fact.name, returns)} />
            ) : (
              <Value fact={fact} onEdit={() => edit(fact.name)} />
            )}
          </Line>
        ))}
        {lead.status === 'lost' && present(lead.loss_reason) && (
          <Line label="Lost because">{present(lead.loss_reason)}</Line>
        )}
      </dl>
      {missing.length > 0 && (
        <p className="missing-facts">
          <span className="muted">Add</span>
          {missing.map(({ name, label }) => (
            <button type="button" key={name} data-fact={name} onClick={() => edit(name)}>
              {label}
            </button>
          ))}
        </p>
      )}
    </div>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="lead-fact">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Value({ fact: { name, label, kind, value }, onEdit }: { fact: Fact; onEdit: () => void }) {
  const text = kind === 'tel' ? phoneText(value) : value
  return (
    <button type="button" className="fact-value" data-fact={name} title="Edit" onClick={onEdit}>
      <span className="hidden-text">{`Edit ${label}: `}</span>
      <bdi>{text}</bdi>
    </button>
  )
}

function Booking({ lead }: { lead: Lead }) {
  const start = lead.booking_start_time ?? ''
  if (!start) return null
  const status = bookingStatusText(lead.booking_status)
  const url = present(lead.booking_url)
  return (
    <Line label={capitalized(appointmentName(appointmentOf(lead).kind))}>
      <BookingTime start={start} /> · {status}
      {url && isWebAddress(url) && (
        <>
          {' · '}
          <a href={url} target="_blank" rel="noreferrer">
            Open booking
          </a>
        </>
      )}
    </Line>
  )
}
