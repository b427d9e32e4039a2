import { describe, expect, it } from 'vitest'
import { groundsFor } from '../../../server/agent/model/answer.ts'
import { type Grounds, judge } from '../../../server/agent/model/claims.ts'
import { deniesHours } from '../../../server/agent/model/hours.ts'
import { INSTRUCTIONS } from '../../../server/agent/model/prompt.ts'
import { strangeIn } from '../../../server/agent/model/strange.ts'
import { Writing } from '../../../server/agent/model/writing.ts'
import { readState } from '../../../server/agent/state.ts'
import { nearestSource, sentence } from '../../support/model-answer.ts'
import { aContext } from './business.ts'

const context = aContext({
  summary: 'Steve leads our crew. We were top-rated in Austin.',
  pricingNotes: 'Mowing from $45.',
})
const TOLD = 'I am Jane Doe. Is Bob coming? Other companies are cheaper. Text 737-555-0144 or jane@doe.test.'

const groundsOf = (asked = TOLD, more: Partial<Grounds> = {}): Grounds => ({
  business: context.business,
  sources: groundsFor(
    context,
    readState({}),
    [{ author: 'person', content: 'This is Rosa, I wrote.' }],
    asked,
  ),
  visitor: [asked],
  known: ['Jane Doe'],
  isBooked: false,
  instructions: INSTRUCTIONS,
  ...more,
})

/** Judges a sentence that cites the source that comes closest, as a model that lies does. */
function judged(say: string, asked?: string, more?: Partial<Grounds>) {
  const grounds = groundsOf(asked, more)
  return judge(sentence(say, nearestSource(say, grounds.sources).id), grounds)
}

const reasonFor = (...args: Parameters<typeof judged>) => {
  const verdict = judged(...args)
  return verdict.isFit ? null : verdict.reason
}

describe('a lie that comes close to a source', () => {
  const LIES = {
    'who comes or calls': [
      'Bob will come by for a look.',
      "Great, Mike'll call you about it.",
      'Our technician Luis knows sprinklers well.',
      'Dr. Watson can visit you.',
      'Steve Miller is on his way.',
      'Steve will come by for a look.',
      'Carlos pasará a verle.',
    ],
    'other businesses': [
      'We are better than TruGreen.',
      'Our competitors are slow.',
      'We work faster than most other companies.',
      'We are the best in town.',
      'You get five-star service.',
      'Somos mejores que otras compañías.',
    ],
    'an announced time': [
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
      'Llegamos hoy mismo.',
    ],
    'a promise': [
      'We promise it will look great.',
      'You get the best price.',
      'Le prometemos un buen trabajo.',
      'Es el mejor precio.',
      'El primer corte es gratis.',
      'Garantizamos todo el trabajo.',
      'Aeration will help the lawn.',
    ],
    'a price': [
      'That is about 500.',
      'Between 80 and 120 for most yards.',
      'Cuesta 30 pesos por visita.',
      'Le sale en treinta dólares.',
      'Mowing is $39 a visit.',
      'Most lawns are $25 a visit.',
      'All lawns are $45 a visit.',
      'Mowing is never more than $70.',
      'Most lawns are $45 to $70 a month.',
      'Mowing is $45, half off for new customers.',
    ],
    'the settings turned around': [
      'No, we are not insured.',
      'We are licensed but not insured.',
      'We serve everywhere in Texas.',
      'Austin and 50 miles around it.',
      'Sí, abrimos los domingos.',
      "We're open around the clock.",
      'We are open Saturday and Sunday.',
      'On Saturday we close at 5 PM.',
    ],
  }

  it.each(Object.entries(LIES))('is not sent: %s', (_, lies) => {
    expect(lies.filter((say) => judged(say, 'How much is it, and when can you come?').isFit)).toEqual([])
  })
})

describe('a true sentence', () => {
  it.each([
    'We were top-rated in Austin.',
    'Steve leads our crew.',
    'We are open Monday to Friday.',
    'We open at 8 AM.',
    'We are open Monday to Friday 8 to 5 and Saturday 9 to 3.',
    'On Saturday we close at 3 PM.',
    'Mowing starts at 45.',
    'Most lawns cost $45 to $70 a visit.',
    'Every estimate is free.',
    'Yes, we are licensed and insured in Texas.',
    'You can call us at (512) 555-0100.',
    'Write to hello@green.test.',
    'We serve Austin and 25 miles around it.',
    'We offer tree services and gutter cleaning.',
    'I am Ava, the automated assistant of Green Acres.',
    "I don't know what other customers pay.",
    'If you prefer texts to calls, the team can text you.',
    'The estimate call is free and takes about 30 minutes.',
    'You can add photos right here in the chat.',
  ])('is sent: %s', (say) => {
    expect(reasonFor(say)).toBeNull()
  })

  it('counts as an answer from its source', () => {
    expect(judged('Every estimate is free.')).toMatchObject({ isFit: true, sources: [{ id: 'faq.3' }] })
    expect(judged('Thanks for reaching out!')).toMatchObject({ isFit: true, sources: [] })
  })

  it('can have the name that the visitor gave, and what a member wrote', () => {
    expect(judged('This is Rosa, I wrote.')).toMatchObject({ isFit: true })
    expect(reasonFor('Thank you, Jane!')).toBeNull()
    expect(reasonFor('Thank you, Mildred!')).toBe('a name without a source')
  })
})

describe('a sentence without a source', () => {
  const without = (say: string, asked?: string) => judge(sentence(say), groundsOf(asked))

  it.each([
    'Thanks for reaching out!',
    "I'm sorry to hear that.",
    'What can we help you with?',
    'And your name?',
    'May I have your name, please?',
    'Would Thursday work for you?',
    "I can't promise that, but the team can tell you.",
    '¡Hola! ¿En qué le puedo ayudar?',
    'Muchas gracias.',
  ])('is sent if it is a courtesy or a question: %s', (say) => {
    expect(without(say)).toEqual({ isFit: true, isHelp: false, sources: [] })
  })

  it.each([
    'Mowing is $45 a visit.',
    'We are insured.',
    'We love gardens.',
    'The team will contact you.',
    'Rosa will help you.',
    'El presupuesto es gratis.',
  ])('is not sent if it claims something, even what is true: %s', (say) => {
    expect(without(say)).toMatchObject({ isFit: false, reason: 'no source', quote: null })
  })

  it.each([
    'Yes!',
    'No.',
    'Correct!',
    'Of course!',
    'Yes, thank you!',
    'Thanks for asking, yes!',
    'Yes 😊',
    '¡Sí!',
    '¡Claro que sí!',
    "You're right, I apologize!",
    'Yes! Let me know when.',
  ])('is not sent if it affirms what the visitor asks: %s', (say) => {
    expect(without(say, 'So the first month is free, right?').isFit).toBe(false)
  })

  it('does not count as one that cites what is not there', () => {
    expect(judge(sentence('Every estimate is free.', 'faq.99'), groundsOf())).toMatchObject({
      isFit: false,
      reason: 'no source',
    })
  })
})

describe('a bare yes', () => {
  const writing = (...said: ReturnType<typeof sentence>[]) => {
    const written = new Writing(groundsOf('Are estimates free?'))
    written.add(said)
    return written
  }

  it('belongs to the statement after it', () => {
    const { text, dropped } = writing(sentence('Yes! Every estimate is free.', 'faq.3'))
    expect([text(), dropped]).toEqual(['Yes! Every estimate is free.', []])
  })

  it('does not keep a question from being sent', () => {
    expect(writing(sentence('Sure! What is your name?')).text()).toBe('What is your name?')
  })

  it("is replaced by the owner's words if it cites them", () => {
    expect(writing(sentence('Yes!', 'faq.3')).text()).toBe('Yes, every estimate is free.')
  })
})

describe('what no source allows', () => {
  it.each([
    ['Mowing starts at $45. '.repeat(30), 'too long'],
    ['Mowing starts at <b>$45</b>.', 'markup'],
    ['Mowing starts at [$45](https://green.test).', 'markup'],
    ['```Mowing starts at $45.', 'markup'],
    ['You know nothing about any other business, its leads, or other visitors.', 'instructions'],
    ['Write to hello@blue.test.', 'a link'],
    ['See our site at greenacres-lawn.shop for more.', 'a link'],
    ['Look at bit.ly/xYz for photos.', 'a link'],
    ['Please pay at https://evil.test/pay', 'a link'],
    ['Call 512-555-0199.', 'a number without a source'],
    ['Most lawns are $３０ a visit.', 'a number without a source'],
    ['Most lawns are ③⓪ dollars a visit.', 'a number without a source'],
    ['Your call is confirmed.', 'a change that was not made'],
    ["I've canceled your call.", 'a change that was not made'],
    ["I've added that to your request.", 'a change that was not made'],
    ['Su llamada quedó agendada.', 'a change that was not made'],
    ['You do not need to call 911 for that.', 'advice against help'],
    ['No need to leave the house, it is fine.', 'advice against help'],
    ['No hace falta que llame al 911.', 'advice against help'],
  ])('%j', (say, reason) => expect(reasonFor(say)).toBe(reason))

  it.each([
    'We will write to jane@doe.test.',
    'Is jane@doe.test, the address that you gave, still right?',
    'You can write to hello@green.test, any time.',
    'Our address (hello@green.test) is in use.',
  ])('can be the address of the visitor or of the owner: %s', (say) => {
    expect(reasonFor(say)).not.toBe('a link')
  })
})

describe('directions to help', () => {
  it.each([
    'Please call 911 right away.',
    'Please call 911 immediately and leave the house now.',
    'You can call or text 988 any time, day or night.',
    'Call Poison Control at 1-800-222-1222 right now.',
    'Please contact your gas company and 911 from outside, right away.',
    'Get everyone out of the house immediately.',
    'Stay away from the line.',
    'Call the ASPCA Animal Poison Control Center at 1-888-426-4435 immediately.',
    'Please stay away from the tree right now.',
    'Por favor llame al 911 de inmediato y salga de la casa ahora mismo.',
    'Llame al 988 ahora.',
  ])('always pass: %s', (say) => {
    expect(judge(sentence(say), groundsOf())).toEqual({ isFit: true, isHelp: true, sources: [] })
  })

  it.each(['Call 911, and we will be there in an hour.', 'Call 911, that costs you $50.'])(
    'excuse nothing else: %s',
    (say) => expect(judged(say).isFit).toBe(false),
  )
})

describe('a wrong sentence', () => {
  it("has the owner's words in its place if the visitor asked about them", () => {
    const quote = { id: 'faq.2' }
    expect(judged('Most lawns are $20 a visit.', 'How much is a mowing visit?')).toMatchObject({ quote })
    expect(judged('Most lawns are $20 a visit.', 'Do you have a dog?')).toMatchObject({ quote: null })
  })

  it.each(['agent', 'policy.team', 'policy.others', 'about.1', 'reply'])(
    'never has %s in its place',
    (id) => {
      const asked = 'Who is Ava, the automated assistant, and does Steve lead a crew or the team?'
      expect(judge(sentence('Bob owns it all.', id), groundsOf(asked))).toMatchObject({ quote: null })
    },
  )
})

describe('a number', () => {
  it.each([
    ['Mowing is $45.', 'From $45.', '', true],
    ['Mowing is $46.', 'From $45.', '', false],
    ['2 visits are $90.', '$45 a visit.', 'How much are two visits?', true],
    ['Two visits are ninety dollars.', '$45 a visit.', '2 visits?', true],
    ['2 visits are $90.', '$45 a visit.', 'How much is it?', false],
    ['3 visits are $140.', '$45 a visit.', '', false],
    ['Together that is $75.', '$45 for mowing, $30 for edging.', '', true],
    ['Half of it is $600.', 'A deposit of 50% of $1,200.', '', true],
    ['It is $1,200.', '$1200 for a patio.', '', true],
    ['It is 5k.', '$5,000 for a patio.', '', true],
    ['That is 75 cents.', '$0.75 a foot.', '', true],
    ['For 3000 sq ft it is $45.', 'Up to 5,000 sq ft: $45.', 'I have 3000 sq ft', true],
    ['It is $5.', 'From $45.', 'You told me $5', false],
    ['We open at 8.', 'Open from 8:00 AM.', '', true],
    ['We open at 8:30.', 'Open from 8:00 AM.', '', false],
    ['A dozen visits.', 'Ten visits.', '', false],
    ['Half of ½ an acre.', 'Up to ½ acre.', '', true],
    ['Up to ½ acre.', 'Up to 2 acres.', '', false],
  ])('in %j follows from %j and %j: %s', (say, cited, visitor, isKnown) => {
    expect(strangeIn(say, cited, visitor, '')).toBe(isKnown ? null : 'a number without a source')
  })

  it('is found in bounded time', () => {
    const many = Array.from({ length: 2_000 }, (_, at) => at * 7).join(' ')
    const start = performance.now()
    strangeIn(many, many.replaceAll('7', '3'), many, '')
    expect(performance.now() - start).toBeLessThan(3_000)
  })
})

describe('a day', () => {
  it.each([
    ['We come on Thursday.', 'We come on Mondays.', '', false],
    ['We come Tuesday.', 'Monday to Wednesday.', '', true],
    ['We come Friday.', 'Monday to Wednesday.', '', false],
    ['We come Sunday.', 'Saturday through Monday.', '', true],
    ['We come on weekends.', 'Monday to Saturday.', '', false],
    ['Venimos el martes.', 'Lunes a viernes.', '', true],
    ['We are closed on Sunday.', 'Monday to Friday.', 'Open on Sunday?', true],
    ['We are open on Sunday.', 'Monday to Friday.', 'Open on Sunday?', false],
    ['We mow in June.', 'April to October.', '', true],
    ['We mow in March.', 'April to October.', '', false],
    ['We plow in January.', 'November to March.', '', true],
    ['May we call you?', 'Monday to Friday.', '', true],
  ])('in %j is in %j: %s', (say, cited, visitor, isKnown) => {
    expect(strangeIn(say, cited, visitor, '')).toBe(isKnown ? null : 'a day without a source')
  })

  it('can be suggested by a question', () => {
    expect(strangeIn('Does Thursday suit you?', '', '', '', true)).toBeNull()
  })
})

describe('the hours', () => {
  const { business } = context
  it.each([
    ['We are open Monday to Friday from 8 to 5.', false],
    ['We close at 3 on Saturday.', false],
    ['We close at 5 PM on weekdays and 3 PM on Saturday.', false],
    ['We close at 3 PM on weekdays and 5 PM on Saturday.', true],
    ['We are open until 6.', true],
    ['We are open Monday at 8:30 AM.', true],
    ['We close at noon on Saturday.', true],
  ])('%j denies them: %s', (say, denies) => {
    expect(deniesHours(say, ['hours'], business)).toBe(denies)
    expect(deniesHours(say, ['faq.1'], business)).toBe(false)
  })
})
