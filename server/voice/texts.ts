import type { SpokenLanguage } from '../../src/contract/calls.ts'
import type { Business } from '../agent/state.ts'
import { catalogue, type Language } from '../base/catalogue.ts'
import { NAMELESS_AGENT } from '../profiles/business.ts'
import { spoken } from './ear/spoken.ts'

/** What is said on the phone besides the agent's answers. */
export const sayOnPhone = catalogue({
  en: {
    greeting: 'This is {agent}, the automated assistant of {business}. How can I help you?',
    greetingNameless: 'This is the automated assistant of {business}. How can I help you?',
    phone: 'Let me read that back. Your number is {value}. Is that right?',
    email: 'Let me read that back. Your email is {value}. Is that right?',
    address: 'Let me read that back. The address is {value}. Is that right?',
    wrongPhone: 'Sorry about that. What is the right number?',
    wrongEmail: 'Sorry about that. What is the right email?',
    wrongAddress: 'Sorry about that. What is the right address?',
    leftOpen: 'All right, the team will check that with you.',
    confirmed: 'Great.',
    anythingElse: 'Great. Is there anything else?',
    wasThatYes: 'Sorry, was that a yes?',
    stillThere: 'Are you still there?',
    canYouHear: 'Hello? Can you hear me?',
    goodbye: 'I can not hear you, so I am hanging up. Please call again any time. Goodbye.',
    moment: 'One moment, please.',
    connecting: 'One moment, I am connecting you with a person.',
    wouldConnect: 'On a real call, the phone of a person would ring now. Is there anything else?',
    nobodyFree: 'Sorry, nobody is free right now. The team will call you back. Is there anything else?',
    dropped: 'Sorry, the line dropped for a moment.',
    failed: 'Sorry, something went wrong here. Please call again in a minute. Goodbye.',
    person: 'I would like to talk to a person',
  },
  es: {
    greeting: 'Habla {agent}, el asistente automático de {business}. ¿En qué le puedo ayudar?',
    greetingNameless: 'Habla el asistente automático de {business}. ¿En qué le puedo ayudar?',
    phone: 'Se lo repito. Su número es {value}. ¿Es correcto?',
    email: 'Se lo repito. Su correo es {value}. ¿Es correcto?',
    address: 'Se lo repito. La dirección es {value}. ¿Es correcto?',
    wrongPhone: 'Disculpe. ¿Cuál es el número correcto?',
    wrongEmail: 'Disculpe. ¿Cuál es el correo correcto?',
    wrongAddress: 'Disculpe. ¿Cuál es la dirección correcta?',
    leftOpen: 'Está bien, el equipo lo verificará con usted.',
    confirmed: 'Perfecto.',
    anythingElse: 'Perfecto. ¿Necesita algo más?',
    wasThatYes: 'Disculpe, ¿eso fue un sí?',
    stillThere: '¿Sigue ahí?',
    canYouHear: '¿Hola? ¿Me escucha?',
    goodbye: 'No le escucho, así que voy a colgar. Llame de nuevo cuando quiera. Adiós.',
    moment: 'Un momento, por favor.',
    connecting: 'Un momento, le comunico con una persona.',
    wouldConnect: 'En una llamada real, ahora sonaría el teléfono de una persona. ¿Necesita algo más?',
    nobodyFree: 'Disculpe, nadie está libre ahora. El equipo le devolverá la llamada. ¿Necesita algo más?',
    dropped: 'Disculpe, la línea se cortó un momento.',
    failed: 'Disculpe, algo falló aquí. Llame de nuevo en un minuto, por favor. Adiós.',
    person: 'Quisiera hablar con una persona',
  },
})

/** The languages as the carrier names them. */
export const SPOKEN: Readonly<Record<Language, SpokenLanguage>> = { en: 'en-US', es: 'es-US' }

/** Returns what the agent says first on every call: that it is automated, and whose it is. */
export function greetingOnPhone({ agentName, name }: Business, language: Language): string {
  const key = agentName === NAMELESS_AGENT ? 'greetingNameless' : 'greeting'
  return spoken(sayOnPhone(language, key, { agent: agentName, business: name }), language)
}
