import { describe, expect, it } from 'vitest'
import { offersCalls } from '../../../server/agent/call-hours.ts'
import { noteInWords, noteOnce } from '../../../server/agent/notes.ts'
import { readState } from '../../../server/agent/state.ts'
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

  it.each([
    [
      'en',
      'I want a phone call, no visit.',
      'Can you call me Friday at 2pm?',
      'yes',
      'passed on to the team',
    ],
    ['es', 'no quiero visita', '¿Me pueden llamar mañana a las 10?', 'sí', 'le pasé al equipo'],
  ] as const)('books none for a visitor who wants a call, in %s', (language, refusal, time, yes, reply) => {
    const turns = play([refusal, time, yes], { language }, visits)
    expect(turns[1]?.replies.join(' ')).toContain(reply)
    expect(turns[1]?.replies.join(' ')).toContain(time)
    expect(turns[1]?.needs).toBe('asked')
    expect(turns[1]?.extracted.service_additional_info).toContain(`Wants a call: ${time}`)
    expect(booked(turns)).toEqual([])
  })

  it('books one for a visitor who wanted a call, and takes the visit after all', () => {
    const turns = play(['just call me, no visit', 'ok, then come Tuesday at 3', 'yes'], {}, visits)
    expect(turns[1]?.replies).toEqual(['Tuesday, November 24 at 3:00 PM CST: shall I book the visit?'])
    expect(booked(turns)).toEqual([TUESDAY_3])
  })

  it('is what the agent offers after a call, if the visitor takes that', () => {
    expect(said(play(['I want a call instead of a visit', 'ok, a visit is fine'], {}, visits))).toContain(
      'Gladly. Want us to come by for a quote?',
    )
  })

  it.each([
    ['en', ['Austin', '78701', '2 Privet'], 'house number, street, and city'],
    ['es', ['Austin', '78701', 'cerca del lago'], 'número, calle y ciudad'],
  ] as const)('needs a street, in %s', (language, places, question) => {
    for (const place of places) {
      const known = { ...KNOWN, address: null }
      const asked = { topic: 'address', tries: 1, question: null } as const
      const stored = { language, known, asked, said: { address: 1 } }
      const turns = play(
        [place, language === 'en' ? 'Tuesday at 3' : 'el martes a las 3', 'sí'],
        stored,
        visits,
      )
      expect(turns[0]?.replies.join(' ').replaceAll('el número, la calle y la', 'número, calle y')).toContain(
        question,
      )
      expect(booked(turns), place).toEqual([])
    }
  })

  it('asks for no more than a town before a call', () => {
    const asked = { topic: 'address', tries: 1, question: null } as const
    const turns = play(['Austin'], { known: { ...KNOWN, address: null }, asked }, aContext())
    expect(said(turns)).toContain('I have these times')
  })

  it('reads a date in the answer to the question for the address as the time', () => {
    const known = { ...KNOWN, address: null }
    const asked = { topic: 'address', tries: 1, question: null } as const
    const turns = play(
      ['4 de dic a las 10 de la mañana en mi casa', 'calle Oak 12, Austin', 'sí'],
      { language: 'es', known, asked },
      visits,
    )
    expect(last(turns).extracted.address).toBe('calle Oak 12, Austin')
    expect(booked(turns)).toEqual(['2026-12-04T16:00'])
  })

  it.each([
    ['en', 'When exactly are you coming?'],
    ['en', 'What time are you coming?'],
    ['en', 'Is my visit tomorrow still on?'],
    ['en', 'What address are you coming to?'],
    ['es', '¿A qué hora vienen?'],
    ['es', '¿A qué dirección van a venir?'],
  ] as const)('is told, with its time and address, to who asks in %s: %s', (language, question) => {
    const turn = last(play([question], { language, booked: `${TUESDAY_3}:00.000Z`, asked: null }, visits))
    expect(turn.replies).toEqual([
      language === 'en'
        ? 'Your estimate visit is booked for Tuesday, November 24 at 3:00 PM CST, at 12 Elm St.'
        : 'Su visita para el presupuesto está reservada para el martes, 24 de noviembre a las 3:00 p.m. CST, en 12 Elm St.',
    ])
    expect(turn.needs).toBeNull()
  })

  it('is offered again to who names a day after canceling it', () => {
    const stored = { booked: `${TUESDAY_3}:00.000Z`, asked: null, closed: 'reachable' } as const
    for (const again of ['Can you do next Monday morning instead?', 'How about Monday?'])
      expect(said(play(['cancel please', again], stored, visits))).toContain('• Mon, Nov 23')
  })

  it.each([
    [{ kind: 'call', minutes: 30 }, 'an estimate call of about 30 minutes', 'shall I book the call?'],
    [{ kind: 'visit', minutes: 120 }, 'an estimate visit of about 120 minutes', 'shall I book the visit?'],
  ] as const)('is confirmed again if the owner now offers %j', (appointment, change, question) => {
    const [proposed] = play(['Tuesday at 3'], {}, visits)
    const changed = aContext({ appointment, callHours: DEFAULT_CALL_HOURS })
    const turns = play(['Yes, book it', 'yes'], proposed?.state, changed)
    expect(turns[0]?.replies.join(' ')).toContain(change)
    expect(turns[0]?.replies.join(' ')).toContain(question)
    expect(turns.map(({ booking }) => booking)).toMatchObject([null, { kind: 'book', appointment }])
  })

  it('is explained with its length once, and then is what a question about the length means', () => {
    const turns = converse(['visit or call, and how long?', 'How long does it take?'], visits)
    expect(turns[1]?.replies[0]?.match(/60 minutes/g)).toHaveLength(1)
    expect(last(turns).replies[0]).toBe('The estimate visit takes about 60 minutes.')
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

describe('a visitor who wants nobody at the house', () => {
  it.each(['i dont want anyone coming out to my house', 'no quiero que nadie venga a mi casa'])(
    'is in no danger: %s',
    (text) => expect(said(converse([text], visits))).not.toMatch(/911/),
  )
})

describe('a town before the street', () => {
  it('is part of the address', () =>
    expect(last(converse(['I need mowing', 'dublin, 40 Post Rd'])).extracted.address).toBe(
      '40 Post Rd, dublin',
    ))

  it('is not read from a name', () =>
    expect(last(converse(['I need mowing', 'Kay, 40 Post Rd'])).extracted).toMatchObject({
      address: '40 Post Rd',
      name: 'Kay',
    }))
})

describe('a business whose customers book calls', () => {
  it.each([
    ['en', "I don't want a call, I want somebody to come look at it", 'Can you come Tuesday at 2pm?', 'yes'],
    ['es', 'no quiero llamada, quiero que vengan', '¿pueden venir mañana a las 10?', 'sí'],
  ] as const)('books none for a visitor who wants a visit, in %s', (language, refusal, time, yes) => {
    const turns = play([refusal, time, yes], { language })
    expect(turns[1]?.extracted.service_additional_info).toContain(`Wants a visit: ${time}`)
    expect(turns.map(({ needs }) => needs)).toEqual(['asked', 'asked', null])
    expect(last(turns).state.noContact).toBe(false)
    expect(booked(turns)).toEqual([])
  })

  it('says that the estimate starts with a call to who names a time for someone to come', () => {
    const turns = play(['can someone come by Tuesday at 3 pm'])
    expect(turns[0]?.replies.join(' ')).toMatch(
      /^It starts with a free estimate call by phone\. [\s\S]*Tuesday[\s\S]*shall I book the call\?/,
    )
    expect(booked(turns)).toEqual([])
  })
})

describe('an appointment that was changed outside the chat', () => {
  const changed = { start: `${TUESDAY_3}:00.000Z`, byTeam: true }
  const stored = { asked: null, closed: 'reachable', changed, terms: VISIT } as const

  it.each(['Is my visit tomorrow still on?', 'why was my visit canceled?', 'Can we do Wednesday at 2?'])(
    'is canceled: %s',
    (text) => {
      expect(said(play([text], { ...stored, shown: [changed.start] }, visits))).toMatch(
        /^The team has canceled your visit on Tuesday, November 24 at 3:00 PM CST\./,
      )
    },
  )

  it('is moved', () => {
    const turns = play(
      ['Hi, did you change my time?'],
      { ...stored, booked: '2026-11-25T21:00:00.000Z' },
      visits,
    )
    expect(last(turns).replies).toEqual([
      'The team has moved your visit: it was on Tuesday, November 24 at 3:00 PM CST. Your estimate visit is booked for Wednesday, November 25 at 3:00 PM CST, at 12 Elm St.',
    ])
  })
})

describe('an offered time in Spanish', () => {
  it('is only a choice', () => {
    const stored = { language: 'es' as const, offered: ['2026-12-04T18:30:00.000Z'] }
    const turn = last(play(['vie, 4 de dic, 12:30 p.m.'], stored, visits))
    expect(turn.booking).toMatchObject({ kind: 'book', start: new Date('2026-12-04T18:30:00.000Z') })
    expect([turn.needs, turn.extracted.service_additional_info]).toEqual([null, null])
  })

  it.each([
    ['lun', '2026-11-23'],
    ['mar', '2026-11-24'],
    ['mié', '2026-11-25'],
    ['jue', '2026-11-26'],
    ['vie', '2026-11-20'],
    ['sáb', '2026-11-21'],
  ])('can be named by its day: %s', (day, date) => {
    const turn = last(play([day], { language: 'es' }, visits))
    expect(turn.state.offered[0]).toContain(date)
    expect([turn.needs, turn.extracted.service_additional_info]).toEqual([null, null])
  })
})

describe('a message with photos', () => {
  it('is thanked for before the open question is put again', () => {
    const asked = { topic: 'name', tries: 1, question: null } as const
    const stored = { known: { service_needs: 'mowing' }, asked, said: { name: 1 } }
    const turn = last(play(['here is how the back yard looks'], stored, { ...visits, photos: 1 }))
    expect(turn.replies[0]).toBe("Thank you for the photo. I've added it to your request.")
    expect(turn.replies.join(' ')).not.toContain('Sorry')
    expect(turn.state.asked?.topic).toBe('name')
    expect(turn.extracted.service_additional_info).toContain('here is how the back yard looks')
  })
})

describe('the first message', () => {
  it('is among the details once', () => {
    const text = 'My name is Sue, I need the gutters cleaned and the downspouts looked at'
    const state = readState({})
    noteInWords(state, text)
    expect([noteOnce(state, `Also: ${text}`), state.notes]).toEqual([false, [`In their words: ${text}`]])
  })
})

describe('a visitor who asks about a visit that nobody has booked', () => {
  it.each([
    [
      'en',
      ['is the visit still happening?', 'What time will you be here?'],
      "You don't have a visit booked yet.",
    ],
    [
      'es',
      ['¿Todavía sigue en pie la visita?', '¿a qué hora vienen?'],
      'Todavía no tiene una visita reservada.',
    ],
  ] as const)('learns that none is booked, in %s', (language, questions, reply) => {
    for (const question of questions) {
      const known = { ...KNOWN, address: null }
      const asked = { topic: 'address', tries: 1, question: null } as const
      const [turn] = play([question], { language, known, asked }, visits)
      expect(turn?.replies[0]).toBe(reply)
      expect(turn?.needs).toBeNull()
    }
  })

  it('learns which time is noted', () => {
    const turns = converse(
      ['mowing, I am Jane Doe 512-555-0147', 'Tuesday at 3', 'so when are you coming?'],
      visits,
    )
    expect(said(turns)).toContain(
      "You don't have a visit booked yet. Tuesday, November 24 at 3:00 PM CST: noted.",
    )
  })
})

describe('a noted time', () => {
  it.each([
    [
      [
        'mowing, I am Jane Doe 512-555-0147',
        'Tuesday at 3',
        'yes',
        'are you insured?',
        'do you mulch?',
        'Round Rock',
      ],
    ],
    [['Jane Doe 512-555-0147', 'Tuesday at 3', 'Round Rock', 'mowing', 'yes']],
    [['Come Tuesday at 3 please, Jane Doe 512-555-0147', 'yes', 'Round Rock', 'mowing']],
    [['mowing, I am Jane Doe 512-555-0147', 'Austin', 'Tuesday at 3', 'ok', 'when are you coming?']],
  ])('waits for the address: %j', (messages) => {
    const turns = converse([...messages, '412 Maple St, Round Rock'], visits)
    expect(last(turns).replies.join(' ')).toContain(
      'Tuesday, November 24 at 3:00 PM CST: shall I book the visit?',
    )
    expect(last(turns).state.known.service_needs).not.toContain('Round Rock')
  })
})

describe('a visitor who wants what the business does not book', () => {
  it.each([
    'I only want to talk on the phone, please send nobody',
    'Call me Thursday at 2pm, I want no visit',
  ])('is not asked where to come for a call: %j', (message) => {
    const turns = converse(['mowing, I am Jane Doe 512-555-0147', message, 'do you mulch?'], visits)
    expect(turns[2]?.state.wantsOther).toBe(true)
    expect(allOf(turns)).not.toContain('should we come to')
  })

  it.each([
    ['en', 'I want somebody at the house to see it, not a phone call'],
    ['en', 'could someone come over to see it instead?'],
    ['es', 'quiero que vengan a mi casa a verlo, una llamada no'],
    ['es', '¿no puede venir alguien en vez de llamarme?'],
  ] as const)('hears that only calls can be booked, in %s: %j', (language, message) => {
    const asked = { topic: 'name', tries: 1, question: null } as const
    const [turn] = play([message], { language, known: { ...KNOWN, name: null }, asked }, aContext({}))
    expect(turn?.replies.join(' ')).toMatch(/only book calls here|solo puedo reservar llamadas/)
    expect(turn?.needs).toBe('asked')
    expect(turn?.state.wantsOther).toBe(true)
  })

  it('is nobody who asks which of both it is', () => {
    const asked = { topic: 'name', tries: 1, question: null } as const
    for (const message of ['¿La cotización es por llamada o vienen?', '¿Es llamada o es visita?']) {
      const [turn] = play([message], { language: 'es', known: { ...KNOWN, name: null }, asked }, visits)
      expect(turn?.state.wantsOther).toBe(false)
      expect(turn?.replies.join(' ')).toContain('empieza con una visita')
    }
  })
})

describe('a place in parts', () => {
  it.each([
    ['78701', '15 Elm St', '15 Elm St, 78701'],
    ['Round Rock', '22 Oak Ave apt 3', '22 Oak Ave apt 3, Round Rock'],
    ['78701', '15 Elm St, Austin', '15 Elm St, Austin'],
  ])('is joined: %s and %s', (town, street, whole) => {
    const turns = converse(['mowing, I am Jane Doe 512-555-0147', town, street], visits)
    expect(last(turns).state.known.address).toBe(whole)
  })

  it.each([
    ['Pflugerville', '22 Oak Ave, Pflugerville'],
    ['im in pflugerville', '22 Oak Ave, pflugerville'],
    ['78660', '22 Oak Ave, 78660'],
  ])('is no name: %s', (place, whole) => {
    const turns = converse(['mowing', place, '22 Oak Ave', 'Kay Lund'], visits)
    expect(last(turns).state.known).toMatchObject({ name: 'Kay Lund', address: whole })
  })

  it('is no work, and a yes to no question gets that question', () => {
    const turns = converse(['hi', 'yes', 'Round Rock'], visits)
    expect(turns[2]?.replies.join(' ')).not.toContain('ready')
    expect(last(turns).state.known).toMatchObject({ address: 'Round Rock', service_needs: null })
  })
})
