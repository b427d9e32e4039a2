import { describe, expect, it } from 'vitest'
import { answerTo } from '../../../server/agent/answers.ts'
import { hoursInWords } from '../../../server/agent/hours.ts'
import { questionsIn } from '../../../server/agent/questions.ts'
import { readState } from '../../../server/agent/state.ts'
import { holidaysIn } from '../../../server/holidays/holidays.ts'
import { DEFAULT_HOURS } from '../../../src/contract/profile.ts'
import { closuresOf } from '../../../src/domain/settings/closures.ts'
import { aContext, FRIDAY_MORNING } from './business.ts'
import { converse, last, said } from './conversation.ts'

const holidays = await holidaysIn('America/Chicago', FRIDAY_MORNING)
const withoutFaqs = (changes: Parameters<typeof aContext>[0] = {}) => aContext({ faqs: [], ...changes })

describe('a question about prices', () => {
  it.each(['How much does lawn care cost?', 'whats ur price for mowing', 'pricing?', 'Mowing. How much?'])(
    'is answered honestly if the notes say nothing: %j',
    (question) => {
      const turn = last(converse([question], withoutFaqs()))
      expect(turn.replies[0]).toContain("It depends on the job, so I don't want to guess.")
      expect(turn.replies.join(' ')).not.toMatch(/\d/)
      expect(turn.extracted.service_additional_info).toContain('Asked: ')
    },
  )

  const pricingNotes = 'Mowing is $45 a visit.\n- Stump grinding from $150'
  it.each([
    ['How much is mowing?', 'Mowing is $45 a visit. Your own price', /150/],
    ['what do you charge for stump grinding', 'Stump grinding from $150. Your own price', /45/],
    ['how much do you charge?', 'Mowing is $45 a visit. Stump grinding from $150.', /!/],
    ['how much is a patio?', 'It depends on the job', /\d/],
  ])('%j is answered from the notes or not at all', (question, expected, never) => {
    const reply = said(converse([question], withoutFaqs({ pricingNotes })))
    expect(reply).toContain(expected)
    expect(reply).not.toMatch(never)
  })

  it.each(['how much do you charge to come out', 'is there a fee to come out', 'do i have to pay now'])(
    '%j is not answered with the free call if the notes name a fee',
    (question) => {
      const context = withoutFaqs({ pricingNotes: 'There is a $50 fee to come out, which you pay now.' })
      expect(said(converse([question], context))).not.toContain('call is free')
    },
  )

  it.each(['can i pay my bill today', 'can i pay now by card', 'what do you charge to come mow now'])(
    '%j is not about the call',
    (question) => expect(said(converse([question], withoutFaqs()))).not.toContain('call is free'),
  )

  it('leads to the estimate, and is not answered twice in the same words', () => {
    const turns = converse(['mowing', 'how much?', 'Jane', 'what will it cost?'], withoutFaqs())
    expect(turns[2]?.replies).toEqual([
      "It depends on the job, so I don't want to guess. The team will give you a price with your free estimate, and I've passed your question on.",
      "And what's your name?",
    ])
    expect(turns[4]?.replies[0]).toContain("I'd rather not guess a price")
  })
})

describe('answers from the settings', () => {
  it('repeat the email that the visitor has given', () => {
    const turns = converse(['mowing', 'Jane', 'jane@doe.example', 'did you get my email?'])
    expect(last(turns).replies.join(' ')).toContain('jane@doe.example')
  })

  it('do not give the contact of the business for that of the visitor', () => {
    const turns = converse([
      'mowing',
      'Jane',
      '512-555-0147',
      'Can I change my phone number? Its 512-555-0199',
    ])
    expect(said(turns)).not.toContain('(512) 555-0100')
    expect(last(turns).extracted.phone).toBe('(512) 555-0199')
  })

  it('do not list the services when asked what is done with something', () => {
    expect(said(converse(['what do you do with the clippings?'], withoutFaqs()))).not.toContain('We offer')
    expect(said(converse(['what do you do?'], withoutFaqs()))).toContain('We offer')
  })

  it('say that the offered call is free', () => {
    const chat = ['mowing', 'Jane', '512-555-0147', '12 Elm St, Austin', 'is it free?']
    expect(said(converse(chat, withoutFaqs()))).toContain('The estimate call is free.')
  })

  it.each([
    ['When are you open?', "We're open Monday to Friday 8:00 AM to 5:00 PM and Saturday 9:00 AM to 3:00 PM."],
    ['What time do you open on Saturdays?', "We're open Saturday 9:00 AM to 3:00 PM."],
    ['do you work on sundays?', "We're closed on Sundays. We're open Monday"],
    ['what services do you offer?', 'We offer Lawn Care & Maintenance, Tree Services and Gutter Cleaning.'],
    ['whats your phone number', 'You can call us at (512) 555-0100 or email us at hello@green.test.'],
    ['Which areas do you serve?', 'We work in Austin, Round Rock.'],
    ['How soon could you start with tree services?', 'the team will tell you when they can start'],
    ['is the estimate free?', 'The estimate call is free.'],
    ['Can I book a free estimation call?', 'Gladly. I just need a few details first.'],
    ['do you do tree trimming?', 'Yes, we can help with that.'],
  ])('%j', (question, expected) => {
    const area = { ...aContext().business.area, type: 'cities', cities: ['Austin', 'Round Rock'] }
    expect(said(converse([question], withoutFaqs({ area })))).toContain(expected)
  })

  it.each([
    ['Do you do tree services?', 'Do you do pest control?'],
    ['I need tree trimming', 'do you also do snow removal?'],
  ])('after %j, %j is about the work that it names', (first, question) => {
    const { replies } = last(converse([first, question], withoutFaqs()))
    expect(replies.join(' ')).toContain("isn't on our list")
  })

  it.each([
    ['00:00', '00:00', 'are you open right now?', "Yes, we're open now, around the clock."],
    ['00:00', '00:00', 'When are you open?', "We're open Monday to Sunday 24 hours."],
    ['00:00', '00:00', '¿Cuál es su horario?', 'Abrimos de lunes a domingo las 24 horas.'],
    ['08:00', '02:00', 'are you open right now?', "Yes, we're open now, until 2:00 AM."],
    ['21:00', '02:00', 'are you open tomorrow', "We're open tomorrow, 9:00 PM to 2:00 AM."],
    ['20:00', '02:00', 'are you open today?', "We're open today, 8:00 PM to 2:00 AM."],
  ])('of a business open from %s to %s: %j', (openTime, closeTime, question, expected) => {
    const hours = DEFAULT_HOURS.map(({ day }) => ({ day, isOpen: true, openTime, closeTime }))
    expect(said(converse([question], withoutFaqs({ hours })))).toContain(expected)
  })

  const settled = withoutFaqs({
    holidays,
    holidaysClosed: ['Christmas Day'],
    closures: closuresOf({ holidays_closed: ['Christmas Day'], days_off: [] }, holidays),
    services: ['Lawn Care & Maintenance', 'Tree Services'],
    area: {
      ...aContext().business.area,
      type: 'cities',
      cities: ['Austin'],
      address: '1 Oak Way, Austin, TX 78701',
    },
    summary: 'A family business since 1998.',
    servicesDescription: 'Stump grinding and leaf removal.',
    pricingNotes: 'We take cash and Zelle.',
    bookingUrl: 'https://cal.test/green',
  })
  const unsure = "Good question. I don't want to guess, so I've asked the team."
  it.each([
    ["What's your address?", "We're at 1 Oak Way, Austin, TX 78701."],
    ['where are you located', "We're at 1 Oak Way, Austin, TX 78701."],
    ['are you open on saturday?', "We're open Saturday 9:00 AM to 3:00 PM."],
    ['are you open right now?', "Yes, we're open now, until 5:00 PM."],
    ['are you open tomorrow', "We're open tomorrow, 9:00 AM to 3:00 PM."],
    ['Are you open on Christmas?', "We're closed on Christmas Day (Friday, December 25)."],
    [
      'Are you open on Veterans Day?',
      "We're open on Veterans Day (Thursday, November 11), 8:00 AM to 5:00 PM.",
    ],
    ['do you work on holidays?', "We're closed on Christmas Day."],
    ['how long have you been in business?', "We've been in business since 1998."],
    [
      'do you do pool cleaning?',
      "I don't see that on our list of services, so I've asked the team whether we can do it.",
    ],
    ['do you clean chimneys?', "I don't see that on our list of services. I've asked the team."],
    ['do you do stump grinding?', 'Yes, we can help with that.'],
    ['do you serve Austin?', 'Yes, Austin is in our service area.'],
    ['how can I pay?', 'The owner writes: “We take cash and Zelle.”'],
    ['do you require a deposit?', "I don't have anything on deposits here, so I've asked the team."],
    ['do you offer senior discounts?', "I don't have anything on discounts here, so I've asked the team."],
    ['is the pool open?', unsure],
    ["What's your name?", "I'm Ava, "],
    ['can I book online?', 'Yes, you can also book online: https://cal.test/green'],
    ['what can you help me with', 'I can answer questions about our services'],
  ])('%j is answered from what the owner has set', (question, expected) => {
    expect(said(converse([question], settled))).toContain(expected)
  })

  it.each([
    ['¿están abiertos los sábados?', 'Abrimos el sábado de 9:00 a.m. a 3:00 p.m.'],
    ['¿abren los domingos?', 'Cerramos: domingo. Abrimos de lunes a viernes de 8:00 a.m. a 5:00 p.m.'],
    ['¿cuánto cuesta?', 'Los precios dependen del trabajo'],
    ['¿dónde están ubicados?', 'Estamos en 1 Oak Way, Austin, TX 78701.'],
    ['¿hacen limpieza de piscinas?', 'Limpieza de piscinas no está en nuestra lista.'],
    ['¿cortan el césped?', 'Sí, podemos ayudarle con eso.'],
    ['¿trabajan en Austin?', 'Sí, Austin está en nuestra zona de servicio.'],
  ])('%j is answered in Spanish', (question, expected) => {
    expect(answerTo(settled, readState({ language: 'es' }), question)?.text).toContain(expected)
  })

  it('combine days with the same hours', () => {
    const hours = DEFAULT_HOURS.map((each) => (each.day === 'wednesday' ? { ...each, isOpen: false } : each))
    expect(hoursInWords(hours)).toBe(
      'Monday to Tuesday 8:00 AM to 5:00 PM, Thursday to Friday 8:00 AM to 5:00 PM and Saturday 9:00 AM to 3:00 PM',
    )
    expect(hoursInWords([])).toBe('')
  })
})

describe('several things in one message', () => {
  it('answers each question and records the facts', () => {
    const turn = last(converse(['mowing', 'Jane Doe. Are you insured and do you offer free estimates?']))
    expect(turn.replies[0]).toBe('Yes, licensed and insured in Texas. Yes, every estimate is free.')
    expect(turn.replies[1]).toContain('Nice to meet you, Jane!')
  })

  it('says so if it can answer only one of two', () => {
    const [reply] = last(converse(['mowing', 'Are you insured? What is your refund policy?'])).replies
    expect(reply).toBe(
      "Yes, licensed and insured in Texas. I'm not sure about the rest, so I've asked the team.",
    )
  })

  it.each([
    ['I live at 12 Elm St. Can I get a quote? How much?', ['How much?']],
    [
      'Are you licensed and how long have you been around',
      ['Are you licensed', 'how long have you been around'],
    ],
    ['614-555-0188, how much is it', ['how much is it']],
    ['the gate is open', []],
    ['', []],
  ])('finds the questions of %j', (text, expected) => {
    expect(questionsIn(text).map(({ value }) => value)).toEqual(expected)
  })
})
