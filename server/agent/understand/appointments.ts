import { readIntents } from './intents.ts'

const { likelihoodsOf } = readIntents(new URL('./appointments.json', import.meta.url))

/** What a message can say about an appointment: which kind the visitor wants, or a question about the booked one. */
type About = 'call' | 'visit' | 'booking'

/** The least probability of what a message says. */
const LEAST = 0.65

/** Returns whether a message wants a kind of appointment, or asks about the booked one. */
export const saysOfAppointment = (about: About, text: string): boolean =>
  (likelihoodsOf(text).get(about) ?? 0) >= LEAST
