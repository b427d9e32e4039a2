import { describe, expect, it } from 'vitest'
import { last, said } from './conversation.ts'
import { booked, play } from './slot-chat.ts'

describe('a booked call', () => {
  const stored = { booked: '2026-11-24T21:00:00.000Z', asked: null, closed: 'reachable' } as const

  it.each([
    ['30 minutes later', '2026-11-24T21:30'],
    ['can we do it an hour earlier?', '2026-11-24T20:00'],
    ['Thursday same time', '2026-11-26T21:00'],
    ['same day an hour earlier', '2026-11-24T20:00'],
    ['could we move it to Wednesday at 11?', '2026-11-25T17:00'],
    ['change to 11:45 am on the 25th', '2026-11-25T17:45'],
    ['I need to reschedule to Monday at 9', '2026-11-23T15:00'],
    ['same time next week', '2026-12-01T21:00'],
    ['move it up an hour', '2026-11-24T20:00'],
    ['push it back a day', '2026-11-25T21:00'],
    ['bump my appointment up 30 minutes', '2026-11-24T20:30'],
    ['the next day', '2026-11-25T21:00'],
    ['can it be 11 instead', '2026-11-24T17:00'],
  ])('is moved by %j and a yes, and stands until then', (text, expected) => {
    const turns = play([text, 'yes'], stored)
    expect(turns[0]?.replies.join(' ')).toContain(
      'Until then, it stays on Tuesday, November 24 at 3:00 PM CST.',
    )
    expect(turns[0]?.state.booked).toBe(stored.booked)
    expect(booked(turns)).toEqual([expected])
  })

  it.each(['cancel', 'I need to cancel', 'please cancel my appointment', 'necesito cancelar'])(
    'is canceled by %j',
    (text) => {
      const turn = last(play([text], stored))
      expect(turn.booking).toEqual({ kind: 'cancel' })
      expect(turn.state.booked).toBeNull()
    },
  )

  it.each([
    ['¿trabajan los sábados? quiero cambiar la cita para el sábado a las 10', '2026-11-21T16:00'],
    ['no la cancele, solo quiero moverla al miércoles a las 9 por favor', '2026-11-25T15:00'],
    ['¿la podemos pasar al jueves a las 10?', '2026-11-26T16:00'],
  ])('is moved in Spanish by %j', (text, expected) =>
    expect(booked(play([text, 'sí'], stored))).toEqual([expected]),
  )

  it.each([
    'can I cancel later if something comes up?',
    'what is your cancellation policy?',
    "don't cancel it",
    'can I cancel without a fee?',
    'how late can I cancel?',
    'do I have to cancel if it rains?',
    '¿Puedo cancelar si llueve?',
    '¿Hay algún costo por cancelar?',
    'I might have to cancel if it rains',
    'puede que tenga que cancelar',
    'ayer no me llamaron',
    "I can't make it to the door quickly, please knock",
    "I can't make it Tuesday, can we do Thursday?",
    "I won't be able to make it, can we reschedule?",
    "I can't make it Wednesday",
    "can't make it before 4",
  ])('stands after %j', (text) => expect(last(play([text], stored)).booking).toBeNull())

  it("is moved by I can't make it with another time; alone, it leads to a question", () => {
    expect(booked(play(["I can't make it Tuesday, can we do Thursday at 2?", 'yes'], stored))).toEqual([
      '2026-11-26T20:00',
    ])
    for (const text of ["I can't make it Tuesday", "sorry, I won't be able to make it"]) {
      expect(last(play([text], stored))).toMatchObject({
        replies: ['Would you like to move your call, or cancel it?'],
        booking: null,
        quickReplies: ['Other times', 'No thanks'],
      })
      for (const answer of ['cancel', 'just cancel it', 'cancel please', "i don't need it anymore"])
        expect(last(play([text, answer], stored)).booking).toEqual({ kind: 'cancel' })
      for (const answer of ['Other times', 'move', 'move it', 'reschedule please', 'Wednesday at 9', 'mover'])
        expect(said(play([text, answer], stored))).toMatch(/Wednesday, November 25|I have these times/)
    }
  })

  it.each([
    "what if I can't make it?",
    "what is your cancellation policy if I can't make it?",
    "I can't make it, what's the fee for cancelling?",
    "if my wife can't make it I'll let you know",
  ])('stands without the question after %j', (text) => {
    expect(last(play([text], stored)).booking).toBeNull()
    expect(said(play([text], stored))).not.toContain('or cancel it')
  })

  it('is canceled', () => {
    for (const text of [
      'si cancele por favor',
      'cancela porfa',
      'I need to cancel. Is there any fee?',
      'can I cancel without a fee? please cancel it',
      "I can't make it, please cancel",
    ])
      expect(last(play([text], stored)).booking).toEqual({ kind: 'cancel' })
  })

  it('stays if a visitor who changes to Spanish does not want the new time', () => {
    const turns = play(['move it to Thursday at 2', 'no no, déjela así'], stored)
    expect(said(turns)).toContain('su llamada sigue el martes')
    expect(last(turns).state.booked).toBe(stored.booked)
  })

  it.each(['no thanks', 'no leave it', 'keep it as is', 'ok keep the original time'])(
    'stays if the visitor does not want the new time: %j',
    (text) => {
      const turns = play(['move it to Thursday at 2', text], stored)
      expect(said(turns)).toContain('No problem, your call stays on Tuesday, November 24 at 3:00 PM CST.')
      expect(last(turns).state.booked).toBe(stored.booked)
    },
  )

  it('is canceled by a visitor who no longer wants it while another time is proposed', () => {
    const turns = play(['move it to Wednesday at 2', 'ya no la quiero', 'quiero volver a agendar'], stored)
    expect(turns[1]?.booking).toEqual({ kind: 'cancel' })
    expect(last(turns).quickReplies).not.toEqual([])
  })

  it('is told, and offered again, while another time is proposed', () => {
    const turns = play(['move it to Wednesday at 2', 'when is my call?', 'can we reschedule?'], stored)
    expect(turns[1]?.replies.join(' ')).toContain('booked for Tuesday, November 24 at 3:00 PM')
    expect(said(turns)).toContain('Wednesday, November 25 at 2:00 PM')
  })

  it.each([
    'can you make it earlier in the day?',
    'can someone call me earlier?',
    'anything sooner that day?',
    'is there anything in the morning',
  ])('is offered earlier times of its day after %j', (text) => {
    const { quickReplies } = last(play([text], stored))
    expect(quickReplies[0]).toBe('Tue, Nov 24, 8:00 AM')
    expect(quickReplies.slice(0, 4).every((reply) => reply.startsWith('Tue, Nov 24'))).toBe(true)
  })

  it('is offered the first free time after "anything sooner?"', () => {
    expect(said(play(['anything sooner?'], stored))).toContain('Friday, November 20 at 11:00 AM')
  })

  it.each([
    'Do you work Saturdays?',
    'what time do you close on Friday',
    'call me 10 minutes before',
    'can you have someone come later in the season to mulch?',
  ])('is offered no other times after %j', (text) => {
    expect(last(play([text], stored)).quickReplies).toEqual([])
  })

  it('that was just canceled is not canceled again, and the team is not told', () => {
    const turn = last(play(['cancel', 'yes, cancel it'], stored))
    expect([turn.replies, turn.needs, turn.booking]).toEqual([['No call is booked now.'], null, null])
  })

  it('that does not exist is not canceled; the team is told', () => {
    const turn = last(play(['I need to cancel my appointment'], { asked: null }))
    expect(turn.replies.join(' ')).toContain('No call is booked in this chat.')
    expect(turn.needs).toBe('asked')
  })
})
