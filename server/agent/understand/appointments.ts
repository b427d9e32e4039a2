import { readIntents } from './intents.ts'
import { chanceIn } from './likelihoods.ts'

const { likelihoodsOf } = readIntents(new URL('./appointments.json', import.meta.url))

/** What a message can say about an appointment, and the classes of the examples that do. */
const CLASSES = {
  call: ['call'],
  visit: ['visit', 'only_visit'],
  /** A visit, and no call. */
  visitOnly: ['only_visit'],
  /** A question about the booked one. */
  booking: ['booking'],
} as const

/** The least probability of what a message says. */
const LEAST = 0.65

/** Returns whether a message wants a kind of appointment, or asks about the booked one. */
export const saysOfAppointment = (about: keyof typeof CLASSES, text: string): boolean =>
  chanceIn(likelihoodsOf(text), CLASSES[about]) >= LEAST
