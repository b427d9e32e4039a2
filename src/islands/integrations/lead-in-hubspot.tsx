import './lead-in-hubspot.css'
import { useStore } from '@nanostores/react'
import { $now } from '../../stores/base/time.ts'
import { $leadInHubspot } from '../../stores/integrations/hubspot-connection.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'

/**
 * A link to the current lead in HubSpot, with the time of the last sync. Renders nothing if HubSpot isn't connected.
 */
export function LeadInHubspot() {
  const { data } = useStore($leadInHubspot)
  const now = useStore($now)
  if (!data) return null
  const { url, synced_at, problem } = data
  return (
    <p className="lead-in-hubspot">
      {url ? (
        <a href={url} target="_blank" rel="noreferrer">
          In HubSpot
        </a>
      ) : (
        <span>Not in HubSpot{problem ? '' : ' yet'}</span>
      )}
      {synced_at && (
        <span className="muted">
          updated <RelativeTime instant={synced_at} now={now} />
        </span>
      )}
      {problem && <span className="error-text">{problem}</span>}
    </p>
  )
}
