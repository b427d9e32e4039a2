// The build writes this small style sheet into pages, but can't see that this page loads its component behind the guard.
import '../../ui/date-range.css'
import { type LoadPart, lazyPart, NO_PART } from '../../ui/lazy-part.tsx'

const loadDetails: LoadPart<object> = import.meta.env.SSR ? NO_PART : () => import('./hubspot-details.tsx')

export const HubspotDetails = lazyPart(loadDetails, { name: 'The connection' })
