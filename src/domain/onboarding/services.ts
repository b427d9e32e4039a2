import { LIMITS } from '../../contract/limits.ts'
import { inWords } from '../common/in-words.ts'
import type { OnboardingStart } from './onboarding.ts'

/** Section 9: preset services in order. */
export const PRESET_SERVICES = [
  'Lawn Care & Maintenance',
  'Landscape Design',
  'Tree Services',
  'Irrigation Systems',
  'Hardscaping',
  'Planting & Garden Care',
  'Snow Removal',
  'Pest Control',
] as const

const sameService = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/**
 * Returns the services with a custom service added (section 2), trimmed. Returns them unchanged if the text is blank or
 * matches an existing service, ignoring case.
 */
export function addService(services: readonly string[], text: string): readonly string[] {
  const service = text.trim()
  if (service === '' || services.some((known) => sameService(known, service))) return services
  return [...services, service]
}

/** Returns the listed service that matches a typed text, so that it can be selected instead of duplicated. */
export function findService(services: readonly string[], text: string): string | undefined {
  return services.find((known) => sameService(known, text))
}

/** Returns the services to choose from: the presets, then added or stored ones, without duplicates. */
export function offeredServices({ draft, profile }: OnboardingStart): readonly string[] {
  const others = [
    ...(draft.custom_services ?? []),
    ...profile.services_offered,
    ...(draft.services_offered ?? []),
  ]
  return others.reduce<readonly string[]>(addService, PRESET_SERVICES)
}

/** Returns a description of the chosen services, until the owner writes one; null if there are none. */
export function describedServices(services: readonly string[]): string | null {
  const names = services.map((service) => service.trim()).filter(Boolean)
  return names.length > 0 ? `We offer ${inWords(names)}.`.slice(0, LIMITS.longText) : null
}
