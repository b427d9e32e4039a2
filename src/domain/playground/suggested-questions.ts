import { PRESET_SERVICES } from '../onboarding/services.ts'

/** Maximum number of suggestions. */
const MOST = 6

/** Phrasings of questions about services, used in turn. */
const ABOUT_SERVICE: readonly ((service: string) => string)[] = [
  (service) => `How much would ${service} cost?`,
  (service) => `Can I get a free estimate for ${service}?`,
  (service) => `How soon could you start with ${service}?`,
]

/** General questions, which fill the list if there are few services. */
const ALWAYS: readonly string[] = [
  'Which areas do you serve?',
  'When are you open?',
  'Can I book a free estimate call?',
]

/**
 * Returns questions that a visitor might ask a business with these services (section 2, Playground). Questions about
 * the services come first, in order, followed by general ones. Returns at most six, without duplicates.
 */
export function suggestedQuestions(services: readonly string[]): readonly string[] {
  const named = services.map((service) => service.trim()).filter((service) => service !== '')
  const asked = named.slice(0, MOST - 1).flatMap((service, index) => {
    const ask = ABOUT_SERVICE[index % ABOUT_SERVICE.length]
    return ask ? [ask(inSentence(service))] : []
  })
  return [...new Set([...asked, ...ALWAYS])].slice(0, MOST)
}

/** Returns a service's name as it appears in the middle of a sentence. Custom names are unchanged. */
function inSentence(service: string): string {
  return (PRESET_SERVICES as readonly string[]).includes(service) ? service.toLowerCase() : service
}
