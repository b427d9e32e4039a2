import { type LoadPart, lazyPart } from '../../ui/lazy-part.tsx'

const loadDetails: LoadPart<object> = async () => {
  if (import.meta.env.SSR) return { default: () => null }
  return await import('./hubspot-details.tsx')
}

export const HubspotDetails = lazyPart(loadDetails, { name: 'The connection' })
