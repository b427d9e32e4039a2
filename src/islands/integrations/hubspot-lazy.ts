import { type LoadPart, lazyPart, NO_PART } from '../../ui/lazy-part.tsx'

const loadDetails: LoadPart<object> = import.meta.env.SSR ? NO_PART : () => import('./hubspot-details.tsx')

export const HubspotDetails = lazyPart(loadDetails, { name: 'The connection' })
