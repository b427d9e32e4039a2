import { describe, expect, it } from 'vitest'
import { offersCalls } from '../../../server/agent/call-hours.ts'
import type { Turn } from '../../../server/agent/turn.ts'
import { DEFAULT_CALL_HOURS } from '../../../src/contract/profile.ts'
import { aContext } from './business.ts'
import { converse, last, said } from './conversation.ts'
import { booked, KNOWN, play, TUESDAY_3 } from './slot-chat.ts'

const VISIT = { kind: 'visit', minutes: 60 } as const
const visits = aContext({ appointment: VISIT })
const allOf = (turns: readonly Turn[]) => turns.flatMap(({ replies }) => replies).join(' ')

describe('a business whose customers book visits', () => {
  it('offers and books a visit in English, and never speaks of a call', () => {
    const turns = converse(['mowing', 'Jane', '512-555-0147', '12 Elm St', 'Tuesday at 3', 'yes'], visits)
    const texts = allOf(turns)
    expect(texts).toContain('Want us to come by for a quote?')
    expect(texts).toContain('Your free estimate visit is booked for Tuesday, November 24 at 3:00 PM CST.')
    expect(texts).toContain('will come to 12 Elm St')
    expect(texts).not.toMatch(/estimate call|your call|call you/i)
    expect(last(turns).booking).toMatchObject({ kind: 'book', appointment: VISIT })
  })

  it('offers and books a visit in Spanish', () => {
    const script = [
      'Hola, necesito cortar el césped',
      'Me llamo Juana',
      '512-555-0147',
      '12 Elm St',
      'el martes a las 3 de la tarde',
      'sí',
    ]
    const texts = allOf(converse(script, visits))
    expect(texts).toContain('¿Quiere que pasemos a hacerle un presupuesto?')
    expect(texts).toContain('Su visita gratuita de presupuesto está reservada para el martes')
    expect(texts).toContain('pasará por 12 Elm St')
    expect(texts).not.toMatch(/llamada|llamar/i)
  })

  it.each([
    ['en', 'Tuesday at 3', 'once I know where to come'],
    ['es', 'el martes a las 3 de la tarde', 'cuando sepa adónde ir'],
  ] as const)('asks for the address before it books, in %s', (language, when, once) => {
    const known = { ...KNOWN, address: null }
    const turns = play(
      [when, '12 Elm St', language === 'en' ? 'yes' : 'sí'],
      { language, known, asked: null },
      visits,
    )
    expect(turns[0]?.replies.join(' ')).toContain(once)
    expect(turns[0]?.state.asked?.topic).toBe('address')
    expect(turns[0]?.booking).toBeNull()
    expect(booked(turns)).toEqual([TUESDAY_3])
  })

  it('books no visit at a time that was offered for a call while the address is unknown', () => {
    const known = { ...KNOWN, address: null }
    const offered = last(play(['Tuesday at 3'], { known }, aContext({})))
    const turns = play(['yes'], offered.state, visits)
    expect(turns[0]?.booking).toBeNull()
    expect(turns[0]?.state.asked?.topic).toBe('address')
  })

  it.each([
    ['en', ['Tuesday at 3', 'yes'], 'when is my visit?', 'Your estimate visit is booked for Tuesday'],
    [
      'en',
      ['Tuesday at 3', 'yes'],
      'Can we move the visit to Wednesday at 4?',
      'shall I move your visit there?',
    ],
    ['en', ['Tuesday at 3', 'yes'], 'please cancel the visit', 'Your estimate visit is canceled.'],
    [
      'es',
      ['el martes a las 3 de la tarde', 'sí'],
      '¿cuándo es mi visita?',
      'Su visita para el presupuesto está reservada',
    ],
    [
      'es',
      ['el martes a las 3 de la tarde', 'sí'],
      'quiero cancelar la visita',
      'Su visita para el presupuesto está cancelada',
    ],
  ] as const)(
    'understands what a visitor writes about the visit: %s, %j, %s',
    (language, start, message, reply) => {
      expect(said(play([...start, message], { language }, visits))).toContain(reply)
    },
  )

  it.each([
    ['en', 'Can I book a visit?', "What's the address of the property?"],
    ['es', 'quiero reservar una visita', '¿Cuál es la dirección de la propiedad?'],
  ] as const)('asks who wants a visit for the address, in %s', (language, message, question) => {
    const known = { ...KNOWN, address: null }
    expect(said(play([message], { language, known, asked: null }, visits))).toContain(question)
  })

  it('answers how long the visit takes', () => {
    const turns = play(['Tuesday at 3', 'yes', 'How long does the visit take?'], {}, visits)
    expect(last(turns).replies.join(' ')).toContain('The estimate visit takes about 60 minutes.')
  })

  it('offers only starts with room for the whole visit', () => {
    const context = aContext({ appointment: { kind: 'visit', minutes: 90 }, callHours: DEFAULT_CALL_HOURS })
    const texts = said(play(['Tuesday at 4'], {}, context))
    expect(texts).toContain('• Tue, Nov 24, 3:30 PM')
    expect(texts).not.toContain('4:00 PM:')
    const tooLong = aContext({
      appointment: { kind: 'visit', minutes: 120 },
      callHours: DEFAULT_CALL_HOURS.map((day) => ({ ...day, closeTime: '16:30' })),
    })
    expect(offersCalls(tooLong.business)).toBe(false)
  })
})
