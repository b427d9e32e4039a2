import '../../ui/status-tag.css'
import './integration-card.css'
import { useStore } from '@nanostores/react'
import {
  entryInitials,
  type Integration,
  type IntegrationState,
  integrationAction,
  stateLabel,
} from '../../domain/integrations/catalog.ts'
import { $isAdmin } from '../../stores/base/session/session.ts'
import type { Catalog, Connection } from '../../stores/integrations/catalog.ts'
import { $hubspotWork, $isFinishingHubspot } from '../../stores/integrations/hubspot.ts'
import { $priorityRequests } from '../../stores/integrations/priority-requests.ts'
import { Button } from '../../ui/button.tsx'

const TONES: Partial<Record<IntegrationState, string>> = { available: 'success', beta: 'info' }

interface Props {
  integration: Integration
  /** The connection state of an available integration. */
  connection: Connection
  catalog: Pick<Catalog, 'isHubspotSetUp' | 'broken' | 'unreadable'>
  onAct: (integration: Integration) => void
}

export function IntegrationCard({ integration, connection, catalog, onAct }: Props) {
  const { id, name, description, status, isConnected } = integration
  const action = integrationAction(integration)
  const isMissing = id === 'hubspot' && action === 'connect' && !catalog.isHubspotSetUp
  const trouble = catalog.broken.includes(id)
    ? 'Reconnect needed'
    : catalog.unreadable.includes(id)
      ? 'A calendar cannot be read'
      : null
  return (
    <li className="card integration-card">
      <header>
        <span className="integration-initial" aria-hidden="true" data-category={integration.category}>
          {entryInitials(name)}
        </span>
        <h2 id={`integration-${id}`}>{name}</h2>
        {!isMissing && (
          <span className="status-tag" data-tone={action ? TONES[status] : 'success'}>
            {stateLabel(integration)}
          </span>
        )}
      </header>
      <p>{description}</p>
      {action && (
        <footer>
          {isMissing ? (
            <span className="muted">HubSpot is not set up on this server.</span>
          ) : (
            <Action action={action} integration={integration} connection={connection} onAct={onAct} />
          )}
          {isConnected && (
            <span className="integration-connected" data-tone={trouble ? 'error' : undefined}>
              {trouble ?? 'Connected'}
            </span>
          )}
        </footer>
      )}
    </li>
  )
}

const NO_REQUESTS: readonly string[] = []
/** Button styles. The catalog contains many request buttons, so they are plain text. */
const LABELS = { connect: 'Connect', manage: 'Manage', request: 'Request Priority' }

interface ActionProps extends Omit<Props, 'catalog'> {
  action: keyof typeof LABELS
}

function Action({ action, integration, connection, onAct }: ActionProps) {
  const work = useStore($hubspotWork)
  const isFinishing = useStore($isFinishingHubspot, { ssr: () => false })
  const requests = useStore($priorityRequests, { ssr: () => NO_REQUESTS })
  const isAdmin = useStore($isAdmin, { ssr: () => true })
  const isForAdmins = action !== 'request' && !isAdmin
  const isRequested = action === 'request' && requests.includes(integration.id)
  const isBlind = action !== 'request' && (connection === 'checking' || connection === 'unknown')
  const isConnecting =
    integration.id === 'hubspot' && action === 'connect' && (work === 'connecting' || isFinishing)
  const label = () => {
    if (isBlind) return connection === 'checking' ? 'Checking…' : 'Unknown'
    if (isConnecting) return 'Connecting…'
    return isRequested ? 'Priority Requested' : LABELS[action]
  }
  const button = (
    <Button
      quiet={action !== 'request'}
      plain={action === 'request'}
      text={label()}
      aria-describedby={`integration-${integration.id}`}
      disabled={isBlind || isConnecting || isForAdmins}
      data-requested={isRequested || undefined}
      onClick={() => onAct(integration)}
    />
  )
  if (!isForAdmins) return button
  return (
    <>
      {button}
      <span className="muted">
        Only admins can {action === 'connect' ? 'connect' : 'manage'} integrations.
      </span>
    </>
  )
}
