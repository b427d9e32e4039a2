import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Transfer } from '../../contract/hubspot.ts'
import { canRetry, transferDetail, transferTitle } from '../../domain/integrations/transfers.ts'
import { leadPath } from '../../domain/leads/path.ts'
import { isAllDays } from '../../domain/time/day-range.ts'
import { problemOf, reasonOf } from '../../stores/base/failures.ts'
import { $isAdmin } from '../../stores/base/session/session.ts'
import { $now } from '../../stores/base/time.ts'
import { retryTransfer, type TransferLog } from '../../stores/integrations/hubspot-connection.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/failure-panel.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { LogDaysFilter, NoneOnDays } from '../common/log-days.tsx'

const LOOK_MS = 5_000

interface Props {
  transfers: TransferLog
  label: string
  /** Whether the log can be limited to some days. */
  hasDays?: boolean
}

/** A log of transfers, newest first, with Retry for failed ones. */
export function HubspotLog({ transfers, label, hasDays = false }: Props) {
  const place = useRef<HTMLDivElement>(null)
  return (
    <>
      {hasDays && <LogDaysFilter days={transfers.days} place={place} />}
      <Log
        transfers={transfers}
        label={label}
        none={<NoneOnDays days={transfers.days} place={place} what="Nothing was transferred" />}
      />
    </>
  )
}

/** The rows of the log; `none` if there are none on the chosen days. */
function Log({ transfers, label, none }: Pick<Props, 'transfers' | 'label'> & { none: ReactNode }) {
  const days = useStore(transfers.days.$days)
  const log = useStore(transfers.$log)
  const { data, refetch, rows, hasMore } = log
  const [isLoading, setLoading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const timer = setInterval(() => void refetch(), LOOK_MS)
    return () => clearInterval(timer)
  }, [refetch])
  if (!data) return <NotLoaded problem={problemOf('hubspotTransfers', log)} text="Loading transfers…" />
  const attempt = async (work: () => Promise<void>, what: string) => {
    setProblem(null)
    try {
      await work()
    } catch (reason) {
      setProblem(`${what} ${reasonOf(reason)}`)
    }
  }
  const more = async () => {
    setLoading(true)
    await attempt(transfers.loadOlder, 'Older transfers could not be loaded.')
    setLoading(false)
  }
  return (
    <>
      {rows.length === 0 &&
        (isAllDays(days) ? <p className="muted">Nothing has been transferred yet.</p> : none)}
      <ul className="hubspot-transfers" aria-label={label}>
        {rows.map((transfer) => (
          <Row
            key={transfer.id}
            transfer={transfer}
            onRetry={() => attempt(() => retryTransfer(transfer), 'The retry failed.')}
          />
        ))}
      </ul>
      <ErrorText text={problem} />
      {hasMore && (
        <Button
          quiet
          className="hubspot-more"
          text={isLoading ? 'Loading…' : 'Show older'}
          disabled={isLoading}
          onClick={() => void more()}
        />
      )}
    </>
  )
}

function Row({ transfer, onRetry }: { transfer: Transfer; onRetry: () => Promise<void> }) {
  const now = useStore($now)
  const isAdmin = useStore($isAdmin)
  const [isRetrying, setRetrying] = useState(false)
  const { lead_id, lead_name, at, status } = transfer
  const title = transferTitle(transfer)
  const detail = transferDetail(transfer)
  const retry = async () => {
    setRetrying(true)
    await onRetry()
    setRetrying(false)
  }
  return (
    <li data-status={status}>
      <p>
        <strong>{title}</strong>
        {lead_id !== null && (
          <>
            {' · '}
            <a href={leadPath(lead_id)} dir="auto">
              {lead_name || 'Lead'}
            </a>
          </>
        )}
        {detail && <span className="hubspot-detail">{detail}</span>}
      </p>
      <p className="hubspot-when">
        {status === 'failed' && <span className="hubspot-failed error-text">Failed</span>}
        {status === 'retried' && <span className="muted">Tried again</span>}
        <span className="muted">
          <RelativeTime instant={at} now={now} />
        </span>
        {isAdmin && canRetry(transfer) && (
          <Button
            link
            className="hubspot-retry"
            text="Retry"
            aria-label={`Retry: ${title}${lead_name ? ` · ${lead_name}` : ''}`}
            disabled={isRetrying}
            onClick={() => void retry()}
          />
        )}
      </p>
    </li>
  )
}
