import { describe, expect, it } from 'vitest'
import { faultOf } from '../../../server/agent/model/guards.ts'
import { readState } from '../../../server/agent/state.ts'
import { aContext, FRIDAY_MORNING } from './business.ts'

const NOTES = 'Steve leads our crew. We were top-rated in Austin.'
const SAID = [
  'I am Jane Doe. Is Bob coming? Other companies are cheaper. Text 737-555-0144 or jane@doe.test.',
]
const fault = (text: string, summary: string | null = null, visitor: readonly string[] = SAID) =>
  faultOf(text, {
    business: aContext({ summary }).business,
    now: FRIDAY_MORNING,
    state: readState({ known: { name: 'Jane Doe' } }),
    scripted: ['What is your name?'],
    visitor,
    team: ['This is Rosa, I wrote you an email.'],
    instructions: '',
  })

describe('who comes or calls', () => {
  it.each([
    'Bob will come by for a look.',
    "Great, Mike'll call you about it.",
    'Our technician Luis knows sprinklers well.',
    'Please ask for Steve.',
    'Dr. Watson can visit you.',
    'Steve Miller is on his way.',
  ])('must not be invented: %s', (text) => {
    expect(fault(text)).toBe('a person whom the business has not named')
  })

  it.each([
    'Someone will call you.',
    'We will come to your place. They can help with that.',
    'I can help with that. It will help the lawn.',
    'Ava can help you here.',
    'The team will contact you.',
    'What can we help you with? Who will come?',
    'Aeration will help the lawn.',
    'Rosa will help you.',
  ])('can be the team, or whom it names: %s', (text) => {
    expect(fault(text)).toBeNull()
  })

  it("can be whom the owner's settings name", () => {
    expect(fault('Steve will come by for a look.', NOTES)).toBeNull()
  })
})

describe('other businesses', () => {
  it.each([
    'We are better than TruGreen.',
    'Our competitors are slow.',
    'We work faster than most other companies.',
    'We are the best in town.',
    'You get five-star service.',
  ])('are not spoken about: %s', (text) => {
    expect(fault(text)).toBe('a claim about other businesses')
  })

  it.each(["I can't compare us with other companies.", 'I know only this business, not its competitors.'])(
    'may be refused: %s',
    (text) => {
      expect(fault(text)).toBeNull()
    },
  )

  it("may be compared as the owner's settings do", () => {
    expect(fault('We were top-rated in Austin.', NOTES)).toBeNull()
  })
})

describe('an announced time', () => {
  it.each([
    "We'll be there at 9.",
    "We'll be there at 9 sharp, no problem.",
    'Our crew will come by nine.',
    'The team is going to stop by around 10 or so.',
    'We will be at your place between 9 and 11.',
    'They’ll mow your lawn on Thursday.',
    'See you Monday!',
    "We'll call you at 8 AM.",
    'We are coming next week.',
    'Someone will be there first thing.',
    'We offer same-day service.',
    'They can come in two hours.',
    'Estaremos ahí el lunes.',
    'Llegaremos a las nueve.',
    'Vamos a pasar el jueves.',
    'Iremos la próxima semana.',
    'Le visitarán el viernes.',
  ])('must not be invented: %s', (text) => {
    expect(fault(text)).toMatch(/^(a promised time|a time outside the hours)$/)
  })

  it.each([
    'We are open Monday to Friday.',
    'We open at 8 AM.',
    'The team will check whether Thursday works.',
    "We'll confirm Thursday with you.",
    'Would Thursday work for you?',
    'We will call you at (512) 555-0100.',
    'We will look at 3 things first.',
    'Mowing at 2 inches will help.',
    'Trabajamos de lunes a viernes.',
    'Confirmaremos si el jueves se puede.',
  ])('is not every mention of one: %s', (text) => expect(fault(text)).toBeNull())

  it('can be the one that the team has named', () => {
    expect(fault("We'll be there on Thursday.", 'Our crews come on Thursday.')).toBeNull()
  })
})

it.each([
  'We promise it will look great.',
  'You get the best price.',
  'Le prometemos un buen trabajo.',
  'Es el mejor precio.',
])('a promise must not be invented: %s', (text) => {
  expect(fault(text)).toMatch(/^(a promise|a claim about other businesses)$/)
})

it.each(["I can't promise that, but the team can tell you.", 'No le puedo prometer eso.'])(
  'a promise may be refused: %s',
  (text) => expect(fault(text)).toBeNull(),
)

describe('links and numbers', () => {
  it.each([
    ['Write to hello@green.test or call (512) 555-0100.', null],
    ['We will text (737) 555-0144 or write to jane@doe.test.', null],
    ['Write to hello@blue.test.', 'a link'],
    ['Call 512-555-0199.', 'a number'],
  ])('come from the business or the visitor: %s', (text, expected) => {
    expect(fault(text)).toBe(expected)
  })

  it("of the business need no reading of the visitor's words", () => {
    const unread = new Proxy(
      {},
      {
        get() {
          throw new Error('The visitor is read')
        },
      },
    ) as string
    expect(fault('Write to hello@green.test or call (512) 555-0100.', null, [unread])).toBeNull()
  })
})

describe('an answer in Spanish', () => {
  it.each([
    ['Cuesta 30 pesos por visita.', 'a price that is not in the notes'],
    ['Le sale en treinta dólares.', 'a price that is not in the notes'],
    ['Pasamos a las 9 de la noche.', 'a time outside the hours'],
    ['Sí, abrimos los domingos.', 'a day on which the business is closed'],
    ['Llegamos hoy mismo.', 'a promised time'],
    ['El primer corte es gratis.', 'a promise'],
    ['Garantizamos todo el trabajo.', 'a promise'],
    ['Carlos pasará a verle.', 'a person whom the business has not named'],
    ['Somos mejores que otras compañías.', 'a claim about other businesses'],
    ['Su llamada quedó agendada.', 'a booking that does not exist'],
  ])('is held to the same rules: %s', (text, expected) => expect(fault(text)).toBe(expected))

  it.each([
    'Con gusto. Alguien del equipo le llamará.',
    'Los domingos estamos cerrados.',
    'El presupuesto es gratis. ¿Cuál es su nombre?',
    'Sí, tenemos seguro. ¿En qué podemos ayudarle?',
    'Rosa le llamará.',
  ])('can be given: %s', (text) => expect(fault(text)).toBeNull())
})

describe('an answer to a question about a price', () => {
  const business = aContext({ pricingNotes: 'Mowing from $45.' }).business
  const priced = (text: string) =>
    faultOf(text, {
      business,
      now: FRIDAY_MORNING,
      state: readState({}),
      scripted: [],
      visitor: ['How much is mowing for 3000 sq ft?'],
      team: [],
      instructions: '',
    })

  it.each(['That is about 500.', 'Between 80 and 120 for most yards.'])('has no other number: %s', (text) => {
    expect(priced(text)).toBe('a price that is not in the notes')
  })

  it.each(['Mowing starts at 45.', 'For 3000 sq ft, the team will look.', 'Call us at (512) 555-0100.'])(
    "can have the owner's and the visitor's numbers: %s",
    (text) => expect(priced(text)).toBeNull(),
  )
})

it('a link to any address is no link of the business', () => {
  expect(fault('See our site at greenacres-lawn.shop for more.')).toBe('a link')
  expect(fault('Look at bit.ly/3xYz for photos.')).toBe('a link')
})

describe('directions to help', () => {
  it.each([
    'Please call 911 right away.',
    'Please call 911 immediately and leave the house now. Stay well away from the line until they say that it is safe.',
    'I’m so sorry. You can call or text 988 any time, day or night.',
    'Call Poison Control at 1-800-222-1222 right now.',
    'Please contact your gas company and 911 from outside, right away.',
    'Get everyone out of the house immediately. Do not go back in.',
    'Keep the kids away from it, and call your electric company today.',
    'Call the ASPCA Animal Poison Control Center at 1-888-426-4435 immediately.',
    'Please stay away from the tree right now. The team will tell you more.',
    'Por favor llame al 911 de inmediato y salga de la casa ahora mismo.',
    'Llame al 988 ahora.',
  ])('always pass: %s', (text) => expect(fault(text)).toBeNull())

  it.each([
    ['Call 911 right away. We can be there today.', 'a promised time'],
    ['Stay away from the line. Mowing is $39 a visit.', 'a price that is not in the notes'],
    ['You do not need to call 911 for that.', 'advice against help'],
    ['No need to leave the house, it is fine.', 'advice against help'],
    ['No hace falta que llame al 911.', 'advice against help'],
  ])('excuse nothing else: %s', (text, expected) => expect(fault(text)).toBe(expected))
})
