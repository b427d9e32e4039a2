import { PRESET_SERVICES } from '../onboarding/services.ts'

/** Maximum number of suggestions. */
const MOST = 6

/** Phrasings for questions about services, used in turn. */
const ABOUT_SERVICE: readonly ((service: string) => string)[] = [
  (service) => `How much does ${service} cost?`,
  (service) => `Can I get a free estimate for ${service}?`,
  (service) => `How soon could you start with ${service}?`,
]

/** General questions; they fill the list if there are few services. */
const ALWAYS: readonly string[] = [
  'Which areas do you serve?',
  'When are you open?',
  'Can I book a free estimation call?',
]

/**
 * Returns questions that a visitor could ask a business with these services (section 2, Playground): first about the
 * services in order, then general ones. At most six, without duplicates.
 */
export function suggestedQuestions(services: readonly string[]): readonly string[] {
  const named = services.map((service) => service.trim()).filter((service) => service !== '')
  const asked = named.slice(0, MOST - 1).flatMap((service, index) => {
    const ask = ABOUT_SERVICE[index % ABOUT_SERVICE.length]
    return ask ? [ask(inSentence(service))] : []
  })
  return [...new Set([...asked, ...ALWAYS])].slice(0, MOST)
}

/** Returns a service's name for the middle of a sentence; custom names are unchanged. */
function inSentence(service: string): string {
  return (PRESET_SERVICES as readonly string[]).includes(service) ? service.toLowerCase() : service
}
