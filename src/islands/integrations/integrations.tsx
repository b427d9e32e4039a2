import './integrations.css'
import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { type Integration, integrationAction, isCalendar } from '../../domain/integrations/catalog.ts'
import { $organization } from '../../stores/base/session/session.ts'
import {
  $catalog,
  type Catalog,
  type Connection,
  clearCatalogFilter,
  LOADING_CATALOG,
  readCatalogAddress,
} from '../../stores/integrations/catalog.ts'
import { readGoogleResult } from '../../stores/integrations/google.ts'
import { connectHubspot, readHubspotResult, returnFromHubspot } from '../../stores/integrations/hubspot.ts'
import { Boundary } from '../../ui/boundary.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote } from '../../ui/failure-panel.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { CatalogFilter } from './catalog-filter.tsx'
import { HubspotNotice } from './hubspot-notice.tsx'
import { IntegrationCard } from './integration-card.tsx'

const CalendarDialog = lazyPart(() => import('./calendar-dialog.tsx'), { name: 'The calendar' })
const ManageDialog = lazyPart(() => import('./manage-dialog.tsx'), { name: 'HubSpot' })
const ComingSoonDialog = lazyPart(() => import('./coming-soon-dialog.tsx'), { name: 'The request' })

/** The integrations screen (section 2, Integrations). The page provides the heading. */
export default function Integrations() {
  const catalog = useStore($catalog, { ssr: () => LOADING_CATALOG })
  const organization = useStore($organization, { ssr: 'initial' })
  useEffect(() => {
    readCatalogAddress()
    readHubspotResult()
    addEventListener('pageshow', returnFromHubspot)
    return () => removeEventListener('pageshow', returnFromHubspot)
  }, [])
  return (
    <Boundary>
      <Content catalog={catalog} organizationId={organization?.id} />
    </Boundary>
  )
}

function Content({ catalog, organizationId }: { catalog: Catalog; organizationId: string | undefined }) {
  const { problem, found } = catalog
  const [asked, setAsked] = useState<Integration | null>(null)
  const [isManaging, setManaging] = useState(false)
  const [calendar, setCalendar] = useState<Pick<Integration, 'id' | 'name'> | null>(null)
  const search = useRef<HTMLInputElement>(null)

  // Close the dialogs, which belong to the organization in which they were opened.
  useEffect(() => {
    if (!organizationId) return
    return () => {
      setAsked(null)
      setManaging(false)
      setCalendar(null)
    }
  }, [organizationId])

  const act = (integration: Integration) => {
    const action = integrationAction(integration)
    if (action === 'request') setAsked(integration)
    else if (isCalendar(integration)) setCalendar(integration)
    else if (action === 'manage') setManaging(true)
    else void connectHubspot()
  }
  // The owner has returned from Google's consent page.
  useEffect(() => {
    if (readGoogleResult()) setCalendar({ id: 'google-calendar', name: 'Google Calendar' })
  }, [])
  const clear = () => {
    clearCatalogFilter()
    search.current?.focus()
  }

  return (
    <div className="integrations">
      {problem && (
        <FailureNote
          title="Your connections could not be loaded"
          reason={problem.reason}
          isRetrying={problem.isRetrying}
          onRetry={problem.retry}
        />
      )}
      <CatalogFilter catalog={catalog} searchField={search} />
      {found.length > 0 ? (
        <ul className="integration-cards" aria-label="Integrations">
          {found.map((integration) => (
            <IntegrationCard
              key={integration.id}
              integration={integration}
              connection={connectionOf(integration, catalog)}
              catalog={catalog}
              onAct={act}
            />
          ))}
        </ul>
      ) : (
        <div className="card">
          <EmptyState
            title="No integrations found"
            text="Search by name, such as HubSpot, or by what it is for, such as calendar."
          >
            <Button quiet text="Show all integrations" onClick={clear} />
          </EmptyState>
        </div>
      )}
      <HubspotNotice />
      {asked && <ComingSoonDialog integration={asked} onClose={() => setAsked(null)} />}
      {isManaging && <ManageDialog onClose={() => setManaging(false)} />}
      {calendar && <CalendarDialog entry={calendar} onClose={() => setCalendar(null)} />}
    </div>
  )
}

function connectionOf(integration: Integration, { hubspot, calendars }: Catalog): Connection {
  if (!isCalendar(integration)) return hubspot
  if (calendars === 'checking' || calendars === 'unknown') return calendars
  return integration.isConnected ? 'connected' : 'disconnected'
}
