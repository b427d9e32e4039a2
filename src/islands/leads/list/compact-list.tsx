import './compact-list.css'
import { memo } from 'react'
import type { Lead } from '../../../contract/leads.ts'
import { present } from '../../../domain/common/present.ts'
import { automaticNote } from '../../../domain/leads/automatic-loss.ts'
import { leadLabel, shownPhone } from '../../../domain/leads/name.ts'
import { nextAction } from '../../../domain/leads/next-action.ts'
import { statusLabel } from '../../../domain/leads/status.ts'
import { exactTime } from '../../../domain/time/exact-time.ts'
import { startCall } from '../../../stores/leads/call.ts'
import { Glyph } from '../../../ui/glyph.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { nameLink } from './actions.tsx'
import { StatusMenu } from './status-menu.tsx'
import { SwipeActions, useSwipe } from './swipe.tsx'
import { breakable, LeadFace, LeadSubtitle } from './title.tsx'
import { type LeadRowProps, useLeadRows } from './use-lead-rows.ts'

/**
 * One page of leads on a narrow screen. A row opens its lead, its tag changes the status, and its button calls or
 * writes. Swiping right does the same as the button, and swiping left reveals the statuses.
 */
export function CompactList({ leads, search }: { leads: readonly Lead[]; search: string }) {
  const { swiped, list } = useSwipe()
  return (
    <ul className="compact-list" ref={list}>
      {useLeadRows(leads, search).map((row) => (
        <CompactRow key={row.lead.id} {...row} swiped={swiped?.id === row.lead.id ? swiped.side : null} />
      ))}
    </ul>
  )
}

interface RowProps extends LeadRowProps {
  /** The side whose actions a swipe has revealed. */
  swiped: 'start' | 'end' | null
}

const CompactRow = memo(function CompactRow({ swiped, ...row }: RowProps) {
  const { lead, shortAge, isSelected, isChanging, isCurrent } = row
  const { name } = leadLabel(lead)
  const phone = shownPhone(lead)
  const next = nextAction(lead)
  return (
    <li data-row-key={lead.id} data-selected={isSelected || undefined} data-current={isCurrent || undefined}>
      {swiped && <SwipeActions lead={lead} side={swiped} next={next} />}
      <div className="compact-row">
        <LeadFace id={lead.id} name={name} isSelected={isSelected} />
        <div className="compact-main">
          <a className="clamped" dir="auto" {...nameLink(row, `View ${name}`)}>
            {breakable(name)}
          </a>
          <LeadSubtitle lead={lead} text={present(lead.service_interest) ?? 'No service specified'} />
          {phone && phone !== name && <span className="lead-subtitle muted">{phone}</span>}
        </div>
        <div className="compact-side">
          <time className="muted" dateTime={lead.created_at} title={exactTime(lead.created_at)}>
            {shortAge}
          </time>
          <StatusMenu
            lead={lead}
            isChanging={isChanging}
            className="status-button"
            shows={statusLabel(lead.status)}
          >
            <StatusTag status={lead.status} note={automaticNote(lead)} />
          </StatusMenu>
        </div>
        {next ? (
          <a
            className="compact-next"
            href={next.href}
            aria-label={`${next.label} ${name}`}
            data-next
            onClick={() => next.type === 'call' && startCall(lead.id)}
          >
            <Glyph name={next.type} />
          </a>
        ) : (
          <span className="compact-next" />
        )}
      </div>
    </li>
  )
})
