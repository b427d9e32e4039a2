import { describe, expect, it } from 'vitest'
import { aContext } from './business.ts'
import { converse, said } from './conversation.ts'

const HOLA = 'Hola, quisiera una cotización'
const MARKED = 'El negocio lo escribe en inglés: «'

const ask = (question: string, changes: Parameters<typeof aContext>[0]) =>
  said(converse([HOLA, question], aContext({ faqs: [], ...changes })))

describe('in a Spanish chat, the owner’s English words are marked', () => {
  it.each([
    ['a price', '¿Cuánto cobran?', { pricingNotes: 'Mowing is $45 a visit.' }, 'Mowing is $45'],
    ['a price without a sentence', '¿Cuánto cobran?', { pricingNotes: 'Mowing: $45' }, 'Mowing: $45'],
    [
      'terms',
      '¿Cómo puedo pagar?',
      { pricingNotes: 'We take cards, cash, and checks as payment.' },
      'We take cards',
    ],
    [
      'the owner’s history',
      '¿Cuántos años tienen de experiencia?',
      { summary: 'We have mowed lawns for 20 years.' },
      'We have mowed',
    ],
    [
      'an answer',
      '¿Tienen seguro?',
      { faqs: [{ question: 'Are you insured?', answer: 'Yes, fully insured in Texas.' }] },
      'Yes, fully insured',
    ],
  ])('%s', (_, question, changes, words) => {
    expect(ask(question, changes)).toContain(`${MARKED}${words}`)
  })

  it('the area that the owner describes', () => {
    const area = { ...aContext().business.area, type: 'custom', description: 'All of Travis County' }
    expect(ask('¿Qué zona cubren?', { area })).toContain('(en inglés) All of Travis County')
    const spanish = { ...area, description: 'Todo el condado de Travis' }
    expect(ask('¿Qué zona cubren?', { area: spanish })).toContain(': Todo el condado de Travis')
  })

  it.each([
    [
      '¿Cuánto cuesta el corte de césped?',
      { pricingNotes: 'Corte de césped: $45 por visita.' },
      'Corte de césped: $45',
    ],
    [
      '¿Tienen seguro?',
      { faqs: [{ question: '¿Tienen seguro?', answer: 'Sí, en todo Texas.' }] },
      'Sí, en todo Texas.',
    ],
  ])('but not Spanish ones: %s', (question, changes, words) => {
    expect(ask(question, changes)).toContain(words)
    expect(ask(question, changes)).not.toContain('inglés')
  })
})

describe('of an English and a Spanish answer on the same subject', () => {
  const faqs = [
    { question: 'Are you licensed and insured?', answer: 'Yes, licensed and insured in Texas.' },
    { question: '¿Tienen licencia y seguro?', answer: 'Sí, con licencia y seguro en Texas.' },
    { question: 'How can I pay?', answer: 'By card or check.' },
  ]
  it.each([
    ['¿Tienen licencia y seguro?', 'Sí, con licencia y seguro en Texas.'],
    ['¿Tienen seguro?', 'Sí, con licencia y seguro en Texas.'],
  ])('a Spanish chat gets the Spanish one: %s', (question, answer) => {
    const reply = ask(question, { faqs })
    expect(reply).toContain(answer)
    expect(reply).not.toContain('Yes, licensed')
    expect(ask(question, { faqs: faqs.toReversed() })).toContain(answer)
  })

  it.each(['Are you licensed and insured?', 'Are you insured?'])(
    'an English chat gets the English one: %s',
    (question) => {
      for (const each of [faqs, faqs.toReversed()]) {
        const reply = said(converse([question], aContext({ faqs: each })))
        expect(reply).toContain('Yes, licensed and insured in Texas.')
        expect(reply).not.toContain('Sí, con')
      }
    },
  )

  it('an English answer on another subject is still given', () => {
    expect(ask('¿Cómo puedo pagar?', { faqs })).toContain(`${MARKED}By card or check.»`)
  })
})
