import type { Profile } from '../../contract/profile.ts'
import type { PRESET_SERVICES } from '../onboarding/services.ts'

/** The owner's Spanish names by service. Empty text stands for the English name. */
export type SpanishNames = Profile['services_spanish']

/** What the preset services (section 9) are called in Spanish, until the owner says otherwise. */
const PRESETS: Readonly<Record<(typeof PRESET_SERVICES)[number], string>> = {
  'Lawn Care & Maintenance': 'Cuidado y mantenimiento del césped',
  'Landscape Design': 'Diseño de jardines',
  'Tree Services': 'Servicios de árboles',
  'Irrigation Systems': 'Sistemas de riego',
  Hardscaping: 'Construcción de patios y caminos',
  'Planting & Garden Care': 'Plantación y cuidado del jardín',
  'Snow Removal': 'Remoción de nieve',
  'Pest Control': 'Control de plagas',
}

const inRecord = (names: Readonly<Record<string, string>>, service: string) =>
  Object.hasOwn(names, service) ? names[service] : undefined

const presetName = (service: string) => inRecord(PRESETS, service) ?? ''

/** Returns the Spanish name of a service as the owner has typed it, or else the one of a preset service. */
export const typedName = (service: string, names: SpanishNames): string =>
  inRecord(names ?? {}, service) ?? presetName(service)

/** Returns what a service is called in Spanish; empty if visitors get the English name. */
export const spanishName = (service: string, names: SpanishNames): string => typedName(service, names).trim()

/**
 * Returns the owner's names with another one for a service; null if there are none. Leaves out the usual names, and those
 * of services that aren't offered.
 */
export function withSpanishName(
  names: SpanishNames,
  offered: readonly string[],
  service: string,
  name: string,
): NonNullable<SpanishNames> | null {
  const kept = Object.entries({ ...names, [service]: name }).filter(
    ([each, own]) => offered.includes(each) && own !== presetName(each),
  )
  return kept.length > 0 ? Object.fromEntries(kept) : null
}

/** Returns whether the owner's names are the same. */
export function areSameNames(a: SpanishNames, b: SpanishNames): boolean {
  const sorted = (names: SpanishNames) => JSON.stringify(Object.entries(names ?? {}).toSorted())
  return sorted(a) === sorted(b)
}
