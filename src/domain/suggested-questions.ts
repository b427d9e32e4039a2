import { PRESET_SERVICES } from './onboarding.ts'

/** The most questions that are suggested. */
const MOST = 6

/** How visitors ask about a service, in turn. */
const ABOUT_SERVICE: readonly ((service: string) => string)[] = [
  (service) => `How much does ${service} cost?`,
  (service) => `Can I get a free estimate for ${service}?`,
  (service) => `How soon could you start with ${service}?`,
]

/** What any visitor may ask, and what fills the list where there are few services. */
const ALWAYS: readonly string[] = [
  'Which areas do you serve?',
  'When are you open?',
  'Can I book a free estimation call?',
]

/**
 * What a visitor may ask a business with these services (section 2, Playground): about its services first, in their
 * order, then what everyone asks. At most six, none twice.
 */
export function suggestedQuestions(services: readonly string[]): readonly string[] {
  const named = services.map((service) => service.trim()).filter((service) => service !== '')
  const asked = named.slice(0, MOST - 1).flatMap((service, index) => {
    const ask = ABOUT_SERVICE[index % ABOUT_SERVICE.length]
    return ask ? [ask(inSentence(service))] : []
  })
  return [...new Set([...asked, ...ALWAYS])].slice(0, MOST)
}

/** A service's name in the middle of a sentence; how owners write their own is left to them. */
function inSentence(service: string): string {
  return (PRESET_SERVICES as readonly string[]).includes(service) ? service.toLowerCase() : service
}
