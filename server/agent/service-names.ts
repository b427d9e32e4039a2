import { PRESET_SERVICES } from '../../src/domain/onboarding/services.ts'
import { spanishName } from '../../src/domain/settings/spanish-services.ts'
import type { Language } from '../base/catalogue.ts'
import { servicesNamed } from './extract/service.ts'
import type { Business } from './state.ts'

type Named = Pick<Business, 'services' | 'servicesSpanish'>

/** Returns what visitors are told of a service, in their language if it has a name there. */
export const nameOfService = (
  { servicesSpanish }: Pick<Business, 'servicesSpanish'>,
  service: string,
  language: Language,
): string => (language === 'es' && spanishName(service, servicesSpanish)) || service

/** Returns what visitors are told of services. */
export const namesOfServices = (
  business: Pick<Business, 'servicesSpanish'>,
  services: readonly string[],
  language: Language,
): string[] => services.map((service) => nameOfService(business, service, language))

/** Returns what visitors are told of a lead's services, which are joined by commas. */
export const namesInList = (
  business: Pick<Business, 'servicesSpanish'>,
  services: string,
  language: Language,
): string => namesOfServices(business, services.split(', '), language).join(', ')

/** Returns a text in lowercase without accents, which has the same length if it has no unusual letters. */
const plain = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Returns whether the agent understands a Spanish name by its words, so that a sentence with it can stay as it is. */
function isUnderstood(name: string, service: string, services: readonly string[]): boolean {
  const { offered } = servicesNamed(name, services)
  return offered.length === 1 && offered[0] === service
}

/**
 * Returns a visitor's message with the owner's names of services instead of their Spanish names: a button's text becomes
 * the service, and a name in a sentence whose words alone don't reveal the service is replaced.
 */
export function inOwnersWords({ services, servicesSpanish }: Named, message: string): string {
  const all = (services.length > 0 ? services : PRESET_SERVICES).flatMap((service) => {
    const name = spanishName(service, servicesSpanish)
    return name ? [{ service, name: plain(name) }] : []
  })
  const whole = plain(message.trim())
  const tapped = all.find(({ name }) => name === whole)
  if (tapped) return tapped.service
  return all
    .toSorted((a, b) => b.name.length - a.name.length)
    .reduce((text, { service, name }) => replaced(text, name, service, services), message)
}

function replaced(message: string, name: string, service: string, services: readonly string[]): string {
  const text = message.normalize('NFC')
  const found = plain(text)
  if (found.length !== text.length || !found.includes(name) || isUnderstood(name, service, services))
    return message
  const places = [
    ...found.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(name)}(?![\\p{L}\\p{N}])`, 'gu')),
  ]
  return places.reduceRight(
    // In lowercase, because capitalized words can be people's names.
    (rest, { index }) => rest.slice(0, index) + service.toLowerCase() + rest.slice(index + name.length),
    text,
  )
}
