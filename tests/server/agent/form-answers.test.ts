import { describe, expect, it } from 'vitest'
import { respond } from '../../../server/agent/respond.ts'
import { readState } from '../../../server/agent/state.ts'
import { aContext } from './business.ts'

const QUESTIONS = {
  size: 'How large is the property?',
  budget: 'Do you have a budget in mind?',
  timeline: 'When would you like the work to be done?',
  availability: 'Which days work best for you?',
}
const LAST = 'Do you have any pets?'

/** Returns whether a message settles an owner's question. */
function settles(question: string, message: string): boolean {
  const context = aContext({ questions: [question, LAST] })
  const known = { name: 'Kay Lund', phone: '(614) 555-0132', service_needs: 'Mowing' }
  const asked = { topic: 'question', tries: 1, question }
  const before = readState({ asked, known, declined: ['slot', 'address', 'email'] })
  return respond(context, before, message).state.settled.includes(question)
}

const ANSWERS: Readonly<Record<keyof typeof QUESTIONS, readonly string[]>> = {
  size: [
    'prolly a third of an acre',
    "im not sure but it's a normal yard",
    'about as wide as a baseball infield',
    'two story 4 bed',
    'half an acre mostly flat w a big oak',
    'es una esquina grande',
  ],
  budget: [
    'hoping to keep it around 300',
    'no mas de 500',
    'we got a quote for 700 so less than that',
    'whatever the last guy charged',
    '400-600',
  ],
  timeline: [
    'like this week if posible',
    'b4 thanksgiving',
    'sometime in the next couple of weeks',
    'my inlaws come the 12th so before that',
    'cuando puedan',
  ],
  availability: [
    'after 4 most days',
    'tues or thurs',
    'mornings r better',
    "i'm there every day except friday",
    'los martes después de las 3',
  ],
}

const NO_ANSWERS = [
  'its kay',
  'yo its mike',
  'heres my yard',
  'puede llamarme el viernes en la mañana?',
  'can he call me back instead',
  'my wife wants roses too',
  'whos this',
  'sorry who is this again',
  'dont forget the shed side',
  'you guys did my neighbors place',
  'tengo un perro bravo',
  "there's a wasp nest by the door",
]

describe.each(Object.entries(ANSWERS))('the question for the %s', (name, answers) => {
  const question = QUESTIONS[name as keyof typeof QUESTIONS]

  it.each(answers)('is answered by: %s', (answer) => expect(settles(question, answer)).toBe(true))

  it.each(NO_ANSWERS)('stays open after: %s', (message) => expect(settles(question, message)).toBe(false))
})
