import './hubspot-details.css'
import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { HubspotConnection } from '../../contract/hubspot.ts'
import { counted } from '../../domain/common/counted.ts'
import { progressText } from '../../domain/integrations/transfers.ts'
import { exactTime } from '../../domain/time/exact-time.ts'
import { problemOf } from '../../stores/base/failures.ts'
import { $now } from '../../stores/base/time.ts'
import { $isFinishingHubspot, connectHubspot } from '../../stores/integrations/hubspot.ts'
import {
  $hubspotConnection,
  refusedTransfers,
  transfers,
} from '../../stores/integrations/hubspot-connection.ts'
import { Button } from '../../ui/button.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { HubspotFields } from './hubspot-fields.tsx'
import { HubspotLog } from './hubspot-log.tsx'

/** Milliseconds between refreshes of the connection, during the import and afterward. */
const LOOK_MS = { importing: 3_000, idle: 30_000 }

/** The state of the connection, its progress, the field map, and the log of transfers. */
export default function HubspotDetails() {
  const connection = useStore($hubspotConnection)
  const { data, refetch } = connection
  const interval = data?.is_importing ? LOOK_MS.importing : LOOK_MS.idle
  useEffect(() => {
    const timer = setInterval(() => void refetch(), interval)
    return () => clearInterval(timer)
  }, [refetch, interval])
  if (connection.status === 'idle') {
    return (
      <p className="muted" role="status">
        HubSpot is no longer connected.
      </p>
    )
  }
  if (!data) {
    return <NotLoaded problem={problemOf('connection', connection)} text="Loading the connection…" />
  }
  return (
    <>
      <Facts connection={data} />
      <details className="hubspot-part disclosure">
        <summary>Fields</summary>
        <HubspotFields stored={data.field_map} />
      </details>
      {data.refused > 0 && (
        <details className="hubspot-part disclosure" open>
          <summary>Leads that could not be transferred</summary>
          <HubspotLog transfers={refusedTransfers} label="Leads that could not be transferred" />
        </details>
      )}
      <details className="hubspot-part disclosure" open={data.state === 'revoked'}>
        <summary>Transfers</summary>
        <HubspotLog transfers={transfers} label="Transfers" hasDays />
      </details>
    </>
  )
}

const STATES = { active: 'Connected', waiting: 'Connected, waiting', revoked: 'Reconnect needed' }

function Facts({ connection }: { connection: HubspotConnection }) {
  const now = useStore($now)
  const isFinishing = useStore($isFinishingHubspot)
  const { state, reason, retry_at, account, account_url, connected_at, refused } = connection
  return (
    <>
      {state !== 'active' && (
        <div className="hubspot-problem" role="status" data-tone={state}>
          <p>
            {reason}
            {state === 'waiting' && retry_at && <>. Next attempt: {exactTime(retry_at)}</>}.
          </p>
          {state === 'revoked' && (
            <Button text="Reconnect" disabled={isFinishing} onClick={() => void connectHubspot()} />
          )}
        </div>
      )}
      <dl className="dialog-facts">
        <dt>Status</dt>
        <dd>{STATES[state]}</dd>
        <dt>Account</dt>
        <dd>
          {account_url ? (
            <a href={account_url} target="_blank" rel="noreferrer">
              {account ?? 'HubSpot'}
            </a>
          ) : (
            (account ?? 'Not reported')
          )}
        </dd>
        {connected_at && (
          <>
            <dt>Connected</dt>
            <dd>
              <RelativeTime instant={connected_at} now={now} />
            </dd>
          </>
        )}
        <dt>Access</dt>
        <dd>Reading and writing contacts, deals, meetings, and notes</dd>
        <dt>In HubSpot</dt>
        <dd>
          <Progress connection={connection} />
          {refused > 0 && (
            <span className="hubspot-refused error-text">
              {`${counted(refused, 'lead')} could not be transferred`}
            </span>
          )}
        </dd>
      </dl>
    </>
  )
}

function Progress({ connection }: { connection: HubspotConnection }) {
  const { is_importing, leads, in_hubspot, refused, state } = connection
  const text = progressText(connection)
  if (!is_importing) return <span>{text}</span>
  return (
    <>
      <span>
        {state === 'active' ? 'Importing: ' : 'Import paused: '}
        {text}
      </span>
      <div className="hubspot-progress">
        <ProgressBar
          label="Import to HubSpot"
          max={leads}
          value={in_hubspot + refused}
          text={text}
          isFailed={state === 'revoked'}
        />
      </div>
      <span className="muted">
        {state === 'revoked'
          ? 'It continues after you reconnect.'
          : 'It continues after you close this dialog.'}
      </span>
    </>
  )
}
