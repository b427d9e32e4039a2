import { describe, expect, it } from 'vitest'
import { readState } from '../../../server/agent/state.ts'
import type { Turn } from '../../../server/agent/turn.ts'
import { DEFAULT_HOURS } from '../../../src/contract/profile.ts'
import { aCallAt, aContext, FRIDAY_MORNING } from './business.ts'
import { last, said } from './conversation.ts'
import { booked, context, KNOWN, play, TUESDAY_3 } from './slot-chat.ts'

describe('an estimate call', () => {
  it('is proposed with day, date, time, and zone, and booked on a clear yes', () => {
    const turns = play(['Tuesday at 3', 'yes please'])
    expect(turns[0]?.replies).toEqual(['Tuesday, November 24 at 3:00 PM CST: shall I book the call?'])
    expect(turns[0]?.quickReplies).toEqual(['Yes, book it', 'Other times', 'No thanks'])
    expect(turns[0]?.booking).toBeNull()
    expect(booked(turns)).toEqual([TUESDAY_3])
  })

  it('is booked by a tap on an offered time', () => {
    const [offer] = play(['Tuesday'])
    expect(offer?.quickReplies.slice(0, 2)).toEqual(['Tue, Nov 24, 8:00 AM', 'Tue, Nov 24, 8:30 AM'])
    expect(booked(play(['Tuesday', 'Tue, Nov 24, 8:30 AM']))).toEqual(['2026-11-24T14:30'])
  })

  it.each([
    'yes', 'Yes!', 'Yep.', 'yes, book it', 'ok', 'sure', "Yes that's great", 'sounds good', 'sounds like a plan', 'ye', 'sí señor', 'sale', 'va', 'simón', 'ándale pues', 'si porfa', 'That works for me',
    'perfect, thank you', 'Exactly.', 'Correct, where is your office?', "yes please, also what's your phone number?", 'sí, por favor', 'Yes, no problem',
  ])('is booked by %j', (text) => expect(booked(play(['Tuesday at 3', text]))).toEqual([TUESDAY_3])) // biome-ignore format: a list

  it.each([
    'sure, but later', 'yes, but I have to check first', 'maybe', 'ok, how much does it cost?', 'yes or maybe Thursday',
    'no', 'No thanks', "No. Don't make an appointment now.", 'not now', 'I will think about it', 'yesterday', 'yes if my wife agrees',
    'ok what about Friday at 3?', 'what is the price?', "I'm not sure", 'hmm', 'yes, 4 pm', 'Sure, what other times do you have?',
  ])('is not booked by %j', (text) => expect(booked(play(['Tuesday at 3', text]))).toEqual([])) // biome-ignore format: a list

  it('is booked by a yes with a question, which is answered too', () => {
    const turn = last(play(['Tuesday at 3', "yes please, what's your phone number?"]))
    expect(turn.booking).not.toBeNull()
    expect(turn.replies[0]).toContain('(512) 555-0100')
  })

  it('is not booked by a yes to another question', () => {
    expect(booked(play(['yes'], { asked: { topic: 'address', tries: 1, question: null } }))).toEqual([])
  })

  it.each(["No. Don't make an appointment now.", 'no appointment please', "I don't want to schedule a call"])(
    'is declined by %j',
    (text) => {
      const turn = last(play([text]))
      expect(turn.state.declined).toContain('slot')
      expect(turn.quickReplies).toEqual([])
    },
  )

  it.each([
    ['Sunday at 3', "We're closed on Sundays."],
    ['January 5th at 3', 'I can only book calls up to two weeks ahead.'],
    ['the 31st', 'I can only book calls up to two weeks ahead.'],
    ['11/31 at 9', 'There is no such day.'],
    ['February 30', 'There is no such day.'],
    ['the 32nd', 'There is no such day.'],
    ['Tuesday at 7 pm', "That's outside our hours (8:00 AM to 5:00 PM)."],
    ['today at 10', 'That is too soon: I need at least two hours to arrange a call.'],
    ['yesterday at 3', 'That has already passed.'],
  ])('at an impossible time is refused with the reason: %j', (text, why) => {
    const turn = last(play([text]))
    expect(turn.replies.join(' ')).toContain(`${why} The nearest free times for a call (CST):`)
    expect(turn.quickReplies).toHaveLength(5)
    expect(turn.state.proposed).toBeNull()
  })

  it('at a taken time is refused, with the nearest three', () => {
    const busy = [aCallAt('2026-11-24T21:00:00Z')]
    const turn = last(play(['Tuesday at 3'], {}, { ...context, busy }))
    expect(turn.quickReplies.slice(0, 3)).toEqual([
      'Tue, Nov 24, 2:00 PM',
      'Tue, Nov 24, 2:30 PM',
      'Tue, Nov 24, 3:30 PM',
    ])
    expect(turn.replies.join(' ')).toContain('That time is already taken.')
  })

  it('that someone else books before the yes is offered anew', () => {
    const [proposed] = play(['Tuesday at 3'])
    const busy = [aCallAt('2026-11-24T21:00:00Z')]
    const turns = play(['yes'], proposed?.state, { ...context, busy })
    expect(booked(turns)).toEqual([])
    expect(said(turns)).toContain('Sorry, that time has just been taken.')
  })

  it.each([
    "I can't do Saturday",
    'not Saturday',
    'no Saturdays',
    'any day except Saturday',
    'el sábado no puedo',
  ])('is offered on other days after %j, also when more times are asked for', (text) => {
    for (const { quickReplies } of play([text, 'Other times', 'Other times'])) {
      expect(quickReplies).toHaveLength(6)
      expect(quickReplies.join(' ')).not.toContain('Sat,')
    }
  })

  it('is not offered on a day that the visitor ruled out, until they name it again', () => {
    const turns = play(["I can't do Tuesday", 'not Monday either', 'Other times', 'next week'])
    for (const { quickReplies } of turns.slice(1)) {
      expect(quickReplies.join(' ')).not.toMatch(/Tue,|Mon,/)
    }
    expect(booked(play(["I can't do Tuesday", 'ok, Tuesday at 3 after all', 'yes']))).toEqual([TUESDAY_3])
  })

  it('is offered in the next two weeks, with the reason, to a visitor who is away longer', () => {
    const [turn] = play(["I'll be away until the 15th"])
    expect(turn?.replies.join(' ')).toContain('I can only book calls up to two weeks ahead. The nearest')
    expect(turn?.quickReplies.length).toBeGreaterThan(2)
  })

  it('is offered at other times to a visitor who cannot make the proposed one', () => {
    for (const text of ["sorry, I can't make it", "I can't make it Tuesday"]) {
      const { replies, quickReplies } = play(['Tuesday at 3', text])[1] ?? {}
      expect(replies?.join(' ')).toContain('All right, not then. These times are free for a call')
      expect(quickReplies).toHaveLength(6)
    }
  })

  it('is put together from a day and then a time, or a time and then a day', () => {
    expect(booked(play(['Tuesday', 'at 3', 'yes']))).toEqual([TUESDAY_3])
    expect(booked(play(['I want 3 in the afternoon', 'no, on Tuesday', 'yes']))).toEqual([TUESDAY_3])
  })

  it('is on the day of the proposal if only another time is named', () => {
    expect(booked(play(['Tuesday or Thursday afternoon', 'Thursday', "2 o'clock", 'yes']))).toEqual([
      '2026-11-26T20:00',
    ])
    expect(booked(play(['next week', 'the third one', 'can we do 9 instead', 'yes']))).toEqual([
      '2026-11-24T15:00',
    ])
  })

  it('is still offered in the week that the visitor named when a day is ruled out', () => {
    const turn = last(play(['next week', 'not Tuesday']))
    expect(turn.quickReplies[0]).toBe('Mon, Nov 23, 8:00 AM')
    expect(turn.quickReplies.join(' ')).not.toMatch(/Nov 2[014],/)
  })

  it.each([
    ['next Tuesday', 'the following week', 'Mon, Nov 30,'],
    ['Tuesday next week at 10', 'The following week', 'Mon, Nov 30, 10:00 AM'],
    ['la próxima semana', 'mejor la otra semana', 'lun, 30 de nov,'],
    ['tomorrow', 'the following week', 'Mon, Nov 23,'],
  ])('is offered in the week after the one that the visitor spoke of: %j, %j', (first, then, expected) => {
    expect(last(play([first, then])).quickReplies[0]).toContain(expected)
  })

  it.each([
    ['today at 3 and the address is 12 Elm St, Austin TX 78701', '2026-11-20T21:00'],
    ['Maria, 12 Elm St, Austin TX 78701, tomorrow at 10', '2026-11-21T16:00'],
  ])('is proposed at the time given with another answer: %j', (text, expected) => {
    const known = { ...KNOWN, name: null, address: null }
    const turns = play([text, 'yes'], { known, asked: { topic: 'name', tries: 1, question: null } })
    expect(booked(turns)).toEqual([expected])
  })

  it('is proposed after the answer to a question beside the time', () => {
    expect(last(play(['Monday, no wait, Tuesday at 3. Are you insured?'])).replies).toEqual([
      'Yes, licensed and insured in Texas.',
      'Tuesday, November 24 at 3:00 PM CST: shall I book the call?',
    ])
  })

  it('is not offered only in the morning after "good morning"', () => {
    expect(last(play(['good morning'])).quickReplies).toContain('Fri, Nov 20, 12:00 PM')
  })

  it('whose time has passed before the yes is said to be past, not taken', () => {
    const [proposal] = play(['Monday at 10'])
    const tuesday = { ...context, now: new Date('2026-11-24T15:00:00Z') }
    expect(said(play(['yes'], proposal?.state, tuesday))).toMatch(/^That has already passed\./)
  })

  it('is offered again if a comparison has nothing to compare with', () => {
    expect(said(play(['a la misma hora'], { language: 'es' }))).toMatch(/^¿Quiere/)
  })

  it('is not on a day that does not exist, in Spanish', () => {
    expect(said(play(['el 31 de noviembre a las 9']))).toContain('Ese día no existe.')
  })

  it('is told in Spanish to a visitor who asks', () => {
    for (const text of ['¿A qué hora quedó?', '¿para cuándo quedamos?', '¿sigue en pie la cita?'])
      expect(said(play(['sábado a las 10', 'va', text]))).toContain('sábado, 21 de noviembre a las 10:00')
  })

  it.each([
    ['yea 330', '2026-11-24T21:30'],
    ['1130', '2026-11-24T17:30'],
    ['no, 11', '2026-11-24T17:00'],
    ['25 at 3', '2026-11-25T21:00'],
    ['fine whatever, 9', '2026-11-24T15:00'],
    ['tuesday 9 for the call', '2026-11-24T15:00'],
  ])('is at the time of a short answer: %j', (text, expected) => {
    expect(booked(play(['Tuesday', text, 'yes']))).toEqual([expected])
  })

  it('is not declined by "keep it" before it is booked', () => {
    expect(last(play(['Tuesday at 3', 'keep it'])).state.declined).toEqual([])
  })

  it('is not proposed at a time that the visitor finds too early', () => {
    expect(last(play(['Tuesday', '8 is too early'])).state.proposed).toBeNull()
  })

  it('is offered on other days after "not today"', () => {
    const { quickReplies } = last(play(['not today']))
    expect(quickReplies[0]).toBe('Sat, Nov 21, 9:00 AM')
  })

  it('is offered on the named days at another time', () => {
    const turn = last(play(['the 24th at noon or the 25th in the morning', 'can you do 10?']))
    expect(turn.quickReplies.slice(0, 2)).toEqual(['Tue, Nov 24, 10:00 AM', 'Wed, Nov 25, 10:00 AM'])
  })

  it('is offered at each of two times', () => {
    expect(last(play(['Saturday', '10 or 11'])).quickReplies.slice(0, 2)).toEqual([
      'Sat, Nov 21, 10:00 AM',
      'Sat, Nov 21, 11:00 AM',
    ])
  })

  it('is possible again at a time that the visitor ruled out and then names', () => {
    expect(booked(play(["I can't do mornings", 'Tuesday at 11', 'yes']))).toEqual(['2026-11-24T17:00'])
  })

  it('asked for before anyone can be reached is proposed once contact is known', () => {
    const stored = {
      known: readState({}).known,
      asked: { topic: 'service', tries: 1, question: null },
    } as const
    const turns = play(
      ['tomorrow at 10', 'mowing', 'Jane Doe', '512-555-0147', '12 Elm St, Austin', 'yes'],
      stored,
    )
    expect(turns[0]?.replies.join(' ')).toContain('Saturday, November 21 at 10:00 AM CST: noted.')
    expect(turns.flatMap(({ replies }) => replies).join(' ')).toContain(
      'Saturday, November 21 at 10:00 AM CST: shall I book the call?',
    )
    expect(booked(turns)).toEqual(['2026-11-21T16:00'])
  })

  it('speaks Spanish', () => {
    const turns = play(['el martes a las 3', 'sí'], { language: 'es' })
    expect(turns[0]?.replies).toEqual([
      'Martes, 24 de noviembre a las 3:00 p.m. CST: ¿le reservo la llamada?',
    ])
    expect(turns[0]?.quickReplies).toEqual(['Sí, resérvela', 'Otros horarios', 'No, gracias'])
    expect(booked(turns)).toEqual([TUESDAY_3])
  })
})

describe('a business without free times', () => {
  const bookingUrl = 'https://cal.example/green-acres'
  const closed = DEFAULT_HOURS.map((day) => ({ ...day, isOpen: false }))
  const always = [{ from: FRIDAY_MORNING, to: new Date(FRIDAY_MORNING.getTime() + 16 * 86_400_000) }]
  const link = `You can choose a time online: ${bookingUrl}`
  const said = (turn: Turn | undefined) => turn?.replies.join(' ') ?? ''

  it.each([
    ['is never open', { ...aContext({ bookingUrl, hours: closed }) }],
    ['is fully booked', { ...aContext({ bookingUrl }), busy: always }],
  ])('that %s gives its booking link', (_, full) => {
    expect(said(last(play(['can I book a call?'], { asked: null }, full)))).toContain(link)
    expect(said(last(play(['Tuesday at 3'], { asked: null }, full)))).toContain(link)
    const address = { topic: 'address', tries: 1, question: null } as const
    const known = { ...readState({ known: KNOWN }).known, address: null }
    expect(said(last(play(['12 Elm St'], { known, asked: address }, full)))).toContain(link)
  })

  it('says so after the last time was taken', () => {
    const offered = last(play(['Tuesday at 3'], {}, aContext({ bookingUrl })))
    const turn = last(play(['yes'], offered?.state, { ...aContext({ bookingUrl }), busy: always }))
    expect(said(turn)).toContain(link)
    expect(turn?.booking).toBeNull()
    expect(turn?.quickReplies).toEqual([])
  })

  it('gives none while a time is free, to who wants no call, or without a link', () => {
    expect(said(last(play(['Tuesday at 3'], {}, aContext({ bookingUrl }))))).not.toContain(bookingUrl)
    const full = { ...aContext({ bookingUrl }), busy: always }
    expect(said(last(play(['thanks, bye'], { declined: ['slot'], asked: null }, full)))).not.toContain(link)
    const without = { ...aContext(), busy: always }
    expect(said(last(play(['can I book a call?'], { asked: null }, without)))).not.toContain('online')
  })
})
