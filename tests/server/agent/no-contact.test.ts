import { describe, expect, it } from 'vitest'
import { wantsNoContact } from '../../../server/agent/no-contact.ts'
import { converse, last, said } from './conversation.ts'

describe('wantsNoContact', () => {
  it.each([
    ...[
      'OMG do NOT call me',
      "don't call me",
      'stop texting me',
      'leave me alone',
      'no calls please',
      'no more texts',
    ],
    ...['i dont want any calls', 'I do not want anyone to call me', 'lose my number', 'quit messaging us!'],
    ...['take me off your call list', 'no calls or texts, a price is enough', 'que nadie me marque'],
    ...['Do not call this number.', 'no quiero que me llamen', 'no me escriban más', 'déjenme en paz'],
    ...['614-555-0171, but please do not call me', "Don't contact me, it's only a question"],
    ...['I said not to call me or text me anymore', 'no me llamen ni me manden textos'],
  ])('%j', (text) => expect(wantsNoContact(text)).toBe(true))

  it.each([
    ...[
      "don't call me before noon",
      'please do not call on Sundays',
      "don't text, call me instead",
      'call me',
    ],
    ...[
      'you never called me',
      'please remember to call me',
      'I have changed my number',
      "don't forget to call me",
      'stop by and call me',
      'cancel my call',
      'no email sorry',
    ],
    ...[
      "no need to come by, I'd rather you call",
      "don't text me, ring me",
      'no hace falta que venga nadie, prefiero una llamada',
      "please don't contact my parents, it's a surprise",
      "they don't bother us",
      'no me llamen antes de las 9',
    ],
    ...[
      'please stop asking me for an email',
      "isn't on your list",
      'I left a message',
      'changed my number',
      '',
    ],
  ])('not %j', (text) => expect(wantsNoContact(text)).toBe(false))
})

const LEAD = ['I need lawn care', 'Ann Lee', '512-555-0123', '12 Oak Street, Austin']
const PROMISE =
  /\b(?:will|['’]ll) (?:call|be in touch|get back|reach)|someone (?:from|will)|next available|works? for you/i

describe('a visitor who asks not to be contacted', () => {
  it.each([
    [["Don't contact me, it's only a question"]],
    [['I need mowing, my name is Ann Lee', "512-555-0123, but don't you call me"]],
    [["I'm Ann Lee, 512-555-0123", 'I asked you not to call or text me anymore']],
  ])('is neither asked for a number nor noted for another way: %j', (messages) => {
    const turn = last(converse(messages))
    expect(turn.state).toMatchObject({ noContact: true, asked: null, prefers: null })
  })

  it('stays one after canceling', () => {
    const turn = last(converse(['hola, no me llamen más', 'por favor cancele mi cita']))
    expect(turn.state.noContact).toBe(true)
  })

  it.each(['OMG do NOT call me', 'Please do not text me', 'leave me alone', 'no me llamen más'])(
    'is acknowledged, and never promised a call afterward: %j',
    (words) => {
      const turns = converse([
        ...[
          ...LEAD,
          words,
          'ok thanks',
          'when will you call?',
          'are you insured?',
          'I need tree work too',
          'hello?',
        ],
        'how soon can someone come out?',
      ])
      const after = turns.slice(LEAD.length + 1)
      const first = after[0]?.replies.join(' ') ?? ''
      expect(first).toMatch(/^(?:Understood|Entendido)/)
      expect(first).not.toMatch(/welcome/i)
      expect(after[0]).toMatchObject({ needs: 'opt_out', state: { noContact: true } })
      expect(after[0]?.state.notes).toContain('Asked not to be contacted')
      for (const { replies, state, booking, quickReplies } of after) {
        expect(replies.join(' ')).not.toMatch(PROMISE)
        expect(replies.join('')).not.toBe('')
        expect([state.asked, state.offered, booking, quickReplies]).toEqual([null, [], null, []])
      }
      expect(after[3]?.replies.join(' ')).toContain('licensed and insured')
    },
  )

  it('may ask for contact after all', () => {
    const turns = converse([...LEAD, 'do not call me', 'actually, please call me'])
    expect(last(turns)).toMatchObject({ needs: 'asked', state: { noContact: false } })
  })

  it('who then gives only an email address is offered no call', () => {
    const turns = converse([
      'do not call me',
      'Ann Lee, ann@example.com',
      '12 Oak Street, Austin',
      'lawn care',
    ])
    expect(last(turns).state).toMatchObject({ noContact: false, prefers: 'email' })
    for (const { state } of turns) expect(state.offered).toEqual([])
  })

  it('cancels a booked call with the same words, and hears so', () => {
    const turns = converse([...LEAD, 'monday at 1', 'yes', 'please dont call me', 'ok'])
    const canceled = turns.at(-2)
    expect(canceled).toMatchObject({
      booking: { kind: 'cancel' },
      needs: 'opt_out',
      state: { noContact: true },
    })
    expect(canceled?.replies).toEqual([
      'Understood. Your estimate call is canceled, and nobody will contact you.',
    ])
    expect(said(turns)).not.toMatch(PROMISE)
  })
})
