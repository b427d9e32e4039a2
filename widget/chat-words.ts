interface CardWords {
  lang: 'en' | 'es'
  yourCall: string
  yourVisit: string
  callBooked: string
  visitBooked: string
  moved: (business: string) => string
  canceled: (business: string, time: string) => string
  yourTime: (time: string) => string
  addToCalendar: string
  details: string
}

const EN: CardWords = {
  lang: 'en',
  yourCall: 'Your estimate call',
  yourVisit: 'Your estimate visit',
  callBooked: 'Estimate call booked',
  visitBooked: 'Estimate visit booked',
  moved: (business) => `Moved by ${business}`,
  canceled: (business, time) => `Canceled by ${business}: ${time}`,
  yourTime: (time) => `Your time: ${time}`,
  addToCalendar: 'Add to calendar',
  details: 'Details',
}

const ES: CardWords = {
  lang: 'es',
  yourCall: 'Su llamada de presupuesto',
  yourVisit: 'Su visita de presupuesto',
  callBooked: 'Llamada de presupuesto reservada',
  visitBooked: 'Visita de presupuesto reservada',
  moved: (business) => `Cambiada por ${business}`,
  canceled: (business, time) => `Cancelada por ${business}: ${time}`,
  yourTime: (time) => `En su hora: ${time}`,
  addToCalendar: 'Agregar al calendario',
  details: 'Detalles',
}

/** Returns the texts of the booking's card in the agent's language. An API without languages speaks English. */
export const cardWords = (language: string | undefined): CardWords => (language === 'es' ? ES : EN)

interface CopyWords {
  noEmail: string
  noNumber: string
  mailed: (to: string) => string
  texted: (to: string) => string
}

const COPY_EN: CopyWords = {
  noEmail: 'Enter your email address.',
  noNumber: 'Enter your mobile number.',
  mailed: (to) => `The conversation is on its way to ${to}.`,
  texted: (to) => `The confirmation is on its way to ${to}.`,
}

const COPY_ES: CopyWords = {
  noEmail: 'Escriba su correo electrónico.',
  noNumber: 'Escriba su número de celular.',
  mailed: (to) => `La conversación va en camino a ${to}.`,
  texted: (to) => `La confirmación va en camino a ${to}.`,
}

/** Returns the texts about what the visitor requests, in the agent's language. */
export const copyWords = (language: string | undefined): CopyWords => (language === 'es' ? COPY_ES : COPY_EN)

/** Formats a start: `Friday, December 4 at 12:30 PM EST`. Without a time zone, in the visitor's. */
export function timeIn(language: CardWords['lang'], start: Date, timeZone: string | undefined): string {
  const written = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(`${language}-US`, { ...options, timeZone }).format(start)
  const year = start.getFullYear() === new Date().getFullYear() ? undefined : 'numeric'
  const day = written({ weekday: 'long', month: 'long', day: 'numeric', year })
  const time = written({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' })
  if (language === 'en') return `${day} at ${time}`
  return `${day} ${/^1:/.test(time) ? 'a la' : 'a las'} ${time}`
}
