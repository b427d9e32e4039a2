import { describe, expect, it } from 'vitest'
import { respond } from '../../../server/agent/respond.ts'
import { readState } from '../../../server/agent/state.ts'
import { begin } from '../../../server/agent/turn.ts'
import { TONE_QUESTION, TONES } from '../../../src/contract/tones.ts'
import { toneOf } from '../../../src/domain/settings/tones.ts'
import { aContext } from './business.ts'
import { converse, last, said } from './conversation.ts'

describe('the tone', () => {
  it.each([
    ['friendly', "Hi there! I'm Ava from Green Acres. What can we help you with around your place?"],
    [
      'professional',
      'Hello, and welcome to Green Acres. My name is Ava. Which service may we help you with?',
    ],
    ['concise', 'Ava here, Green Acres. Which service do you need?'],
  ])('%s', (tone, expected) => {
    expect(begin(aContext({ tone })).replies).toEqual([expected])
  })

  it.each([...TONES, toneOf('constructor')])(
    '$label: the settings show a true sample',
    ({ value, sample }) => {
      const turns = converse([TONE_QUESTION], aContext({ tone: value, services: ['Mulch', 'Mowing'] }))
      expect(last(turns).replies.join(' ')).toBe(sample)
    },
  )

  it('is friendly for an unknown tone', () => {
    const friendly = begin(aContext({ tone: 'friendly' })).replies
    expect(begin(aContext({ tone: 'constructor' })).replies).toEqual(friendly)
  })

  it('offers all services', () => {
    const services = ['Mowing', 'Hedges', 'Trees', 'Gutters', 'Snow', 'Beds', 'Fences', 'Patios', 'Paths']
    expect(begin(aContext({ services })).quickReplies).toEqual(services)
    expect(begin(aContext({ services: [] })).quickReplies).toEqual([])
  })

  it('contains an emoji only if the owner wants them', () => {
    expect(begin(aContext({ useEmojis: true })).replies[0]).toContain('👋')
    expect(begin(aContext()).replies[0]).not.toMatch(/\p{Extended_Pictographic}/u)
  })
})

describe('the qualification', () => {
  const context = aContext({ questions: ['How big is your property?', 'Do you have any pets?'] })

  it("asks for service, name, phone or email, and address, offers a call, then asks the owner's questions", () => {
    const turns = converse(
      ['mow my lawn', 'jane doe', '512-555-0147', '12 Elm St, Austin', 'no thanks', 'half an acre', 'no'],
      context,
    )
    expect(turns.slice(1).map((turn) => turn.replies.join(' '))).toEqual([
      expect.stringContaining('And your name?'),
      "Nice to meet you, Jane! What's the best phone number or email to reach you at?",
      expect.stringContaining("What's the address of the property?"),
      expect.stringContaining('Want us to call you with a quote?'),
      "No problem, I won't book a call. How big is your property?",
      expect.stringContaining('Do you have any pets?'),
      "Thank you, Jane! That's everything I need. Someone from Green Acres will be in touch at (512) 555-0147 before we close at 5:00 PM about your free estimate.",
    ])
    expect(last(turns).extracted).toEqual({
      name: 'Jane Doe',
      email: null,
      phone: '(512) 555-0147',
      address: '12 Elm St, Austin',
      service_needs: 'Lawn Care & Maintenance',
      service_additional_info: 'Do you have any pets? no',
      property_size: 'half an acre',
      budget: null,
      timeline: null,
      service_availability: null,
    })
  })

  it('asks at most three of the questions, each with a button to skip it', () => {
    const questions = ['Any pets?', 'Is there a gate?', 'Any slopes?', 'Any sprinklers?']
    const chat = ['mow my lawn', 'jane doe', '512-555-0147', '12 Elm St, Austin', 'no thanks']
    const turns = converse([...chat, 'Skip', 'yes, on the left', 'Skip'], aContext({ questions }))
    expect(turns.slice(5, 8).map((turn) => turn.quickReplies)).toEqual([['Skip'], ['Skip'], ['Skip']])
    expect(said(turns)).toContain("That's everything I need.")
    expect(last(turns).extracted.service_additional_info).toBe('Is there a gate? yes, on the left')
  })

  it('does not ask for known facts', () => {
    const everything =
      "Hi, I'm Maria Lopez. Tree trimming at 44 Oak Lane, Austin by next Friday, 512 555 0188 or m@lopez.test, $800, 1/4 acre, weekdays"
    const turns = converse([everything, 'no thanks'], context)
    expect(turns[1]?.replies.join(' ')).toContain('Want us to call you with a quote?')
    expect(said(turns)).toBe("No problem, I won't book a call. Do you have any pets?")
    expect(last(turns).extracted).toMatchObject({
      name: 'Maria Lopez',
      email: 'm@lopez.test',
      phone: '(512) 555-0188',
      address: '44 Oak Lane, Austin',
      service_needs: 'Tree Services',
      property_size: '1/4 acre',
      budget: '$800',
      timeline: 'by next Friday',
      service_availability: 'weekdays',
    })
  })

  it('does not change the given state', () => {
    const { state } = begin(context)
    const before = structuredClone(state)
    respond(context, state, 'mow my lawn, 512-555-0147')
    expect(state).toEqual(before)
  })
})

describe('other visitor messages', () => {
  it('are answered from the FAQs, then the question is put once more, in other words', () => {
    const turns = converse(['Are you insured?', 'are you insured?', 'and are you insured?'])
    expect(turns.map(({ replies }) => replies[1])).toEqual([
      undefined,
      'And what can we do for you?',
      undefined,
      undefined,
    ])
    expect(last(turns).replies).toEqual(['Yes, licensed and insured in Texas.'])
  })

  it('that leave the question open lead to the next one, not to the same again', () => {
    const turns = converse(['mowing', 'are you insured?', 'is it safe for my cat?', 'my budget is $400'])
    expect(last(turns).replies.join(' ')).toContain('phone number or email')
    expect(
      last(converse(['mowing', 'are you insured?', 'my budget is $400', 'Jane Doe'])).extracted.name,
    ).toBe('Jane Doe')
  })

  it('without an answer are passed on', () => {
    const turn = last(converse(['mowing', 'What is your refund policy?']))
    expect(turn.replies[0]).toBe("I don't have anything on cancellations here, so I've asked the team.")
    expect(turn.extracted.service_additional_info).toBe('Asked: What is your refund policy?')
  })

  it.each([
    ["I don't want to give my phone", "What's your email address?"],
    ['no', "What's your email address?"],
    ["I don't have an email", 'Is there a phone number we can reach you at?'],
  ])('get the other contact type offered after %j', (message, question) => {
    expect(said(converse(['mowing', 'Jane', message]))).toContain(question)
  })

  it('without contact details end politely, and continue when some arrive', () => {
    const turns = converse(['mowing', 'Jane', 'no', 'no'])
    expect(said(turns)).toBe(
      "That's fine. Without a phone number or email we can't get back to you, but you can call us at (512) 555-0100 or email us at hello@green.test any time.",
    )
    const later = converse(['mowing', 'Jane', 'no', 'no', 'ok, 512-555-0147'])
    expect(said(later)).toContain("What's the address of the property?")
  })

  it('with a number get a question for a missing area code', () => {
    expect(said(converse(['mowing', 'Jane', '555-1234']))).toContain('area code')
  })

  it.each(['zxcv', 'asdf'])('skip a topic after two attempts (%j)', (noise) => {
    const turns = converse(['mowing', '???!', `${noise}1`, `${noise}2`])
    expect(said(turns)).toContain('phone number or email')
  })

  it('can correct facts before and after the goodbye', () => {
    const chat = ['mowing', 'Jane', '512-555-0147', 'my number is actually 512-555-0199']
    expect(said(converse(chat))).toContain("I've changed your phone number to (512) 555-0199.")
    const afterwards = converse([...chat, '12 Elm St', 'no thanks', 'sorry, my name is Janet'])
    expect(said(afterwards)).toBe("Got it, I've changed your name to Janet. I've added that to your request.")
    expect(last(afterwards).extracted).toMatchObject({ name: 'Janet', phone: '(512) 555-0199' })
  })

  it.each([
    ['phone', "My wife's number is 512-555-0145 in case I don't pick up", '(512) 555-0147'],
    ['phone', 'my other number is 512-555-0145', '(512) 555-0147'],
    ['address', 'I also have a second property at 88 Elm Ct, Round Rock TX 78664', '12 Elm St, Austin'],
  ] as const)('with a further %s keep the first, and tell the owner: %j', (fact, text, kept) => {
    const { extracted, state, replies } = last(
      converse(['mowing', 'Jane', '512-555-0147', '12 Elm St, Austin', text]),
    )
    expect(extracted[fact]).toBe(kept)
    expect(state.notes).toContain(`Also: ${text}`)
    expect(replies.join(' ')).toContain('Does one of these times suit you')
  })

  it.each(['10k sq ft', 'Jane Doe, 3 acres', "it's about half an acre"])(
    'with the size of the property before it is asked keep the size: %j',
    (text) => expect(text).toContain(last(converse(['mowing', text])).extracted.property_size),
  )

  it('with a first name before other answers keep them all', () => {
    const turns = converse(['mowing', 'Maria, 512-555-0147, 12 Elm St, Austin TX 78701'])
    expect(last(turns).extracted).toMatchObject({ name: 'Maria', phone: '(512) 555-0147' })
  })

  it('with another number to use replace the first one', () => {
    const chat = ['mowing', 'Jane', '512-555-0147', '12 Elm St, Austin', 'Use my other number 512-555-0145']
    expect(last(converse(chat)).extracted.phone).toBe('(512) 555-0145')
  })

  it('with two numbers keep the first, and tell the owner of both', () => {
    const text = 'my number is 512-555-0147, hers is 512-555-0148'
    const { extracted, state } = last(converse(['mowing', 'Jane', text]))
    expect(extracted.phone).toBe('(512) 555-0147')
    expect(state.notes).toContain(`Also: ${text}`)
  })

  it('replace the address of a visitor who moved', () => {
    const chat = [
      'mowing',
      'Jane',
      '512-555-0147',
      '12 Elm St, Austin',
      'we moved, it is 88 Elm Ct, Austin TX',
    ]
    expect(last(converse(chat)).extracted.address).toBe('88 Elm Ct, Austin TX')
  })

  it('can correct the ZIP code while times are offered', () => {
    const turns = converse(['mowing', 'Jane', '512-555-0147', '90210', 'oh no my zip is 78745'])
    expect(last(turns).extracted.address).toBe('78745')
  })

  it('with a name instead of contact details keep the name', () => {
    const stored = {
      asked: { topic: 'contact', tries: 1, question: null },
      known: { service_needs: 'mowing' },
    }
    const play = (text: string) => respond(aContext(), readState(stored), text)
    expect(play('Tim Duncan').replies.join(' ')).toContain('phone number or email')
    const names = ['Tim Duncan', 'Maria', "it's Dave", 'soy Ana', 'Barton Hills', 'Whatsapp', 'Text'].map(
      (text) => play(text).extracted.name,
    )
    expect(names).toEqual(['Tim Duncan', 'Maria', 'Dave', 'Ana', null, null, null])
  })

  it('are confirmed as corrections before the goodbye too', () => {
    const chat = [
      'mowing',
      'Jane',
      '512-555-0147',
      'my number is actually 512-555-0199, at 12 Elm St, Austin',
    ]
    const text = said(converse(chat, aContext({ hours: [] })))
    expect(text).toMatch(/^Got it, I've changed your phone number to \(512\) 555-0199\. Thank you, Jane!/)
  })

  it('with an address outside the service area get one notice, and a note for the owner', () => {
    const { area } = aContext().business
    const context = aContext({ area: { ...area, type: 'zipcodes', zipCodes: ['78701'] } })
    const turns = converse(
      ['mowing', 'Jane', '512-555-0147', '12 Elm Street, Miami, FL 33139', 'hello'],
      context,
    )
    const mentioned = turns.map(({ replies }) => replies.join(' ').includes('outside our service area'))
    expect(mentioned).toEqual([false, false, false, false, true, false])
    expect(last(turns).extracted.service_additional_info).toBe(
      'Outside the service area (12 Elm Street, Miami, FL 33139)',
    )
  })

  it("may contain the business's own number, which is not the visitor's", () => {
    expect(last(converse(['I called 512-555-0100 about mowing'])).extracted.phone).toBeNull()
  })

  it('about a service that is not offered get an honest answer', () => {
    const turn = last(converse(['snow removal']))
    expect(turn.replies[0]).toContain("Snow Removal isn't on our list of services")
    expect(turn.extracted.service_needs).toBe('Snow Removal')
  })

  it('that cannot be parsed are recorded verbatim', () => {
    expect(last(converse(['<b>fix my pergola</b>'])).extracted.service_needs).toBe('<b>fix my pergola</b>')
  })
})

describe('a visitor who wants no call', () => {
  const details = ['mowing', 'Jane', '512-555-0147', '12 Elm St']
  const PROMISES = /\b(?:will|to) call\b|llamar[aá]/
  it.each([['no thanks'], ["I don't want a call"], ['text me instead'], ['please, no calls']])(
    'is promised none, at any hour: %s',
    (words) => {
      for (const now of ['2026-11-20T15:00:00Z', '2026-11-21T02:00:00Z']) {
        const turns = converse([...details, words, 'who will call me?'], aContext({}, new Date(now)))
        const replies = turns.slice(-2).flatMap((turn) => turn.replies)
        expect(replies.join(' ')).not.toMatch(PROMISES)
      }
    },
  )

  it('is promised one after asking for it', () => {
    const turns = converse([...details, 'no thanks', 'call me after all, Monday at 10', 'yes'])
    expect(said(turns)).toContain('will call you at (512) 555-0147')
  })
})

describe('the time of the call', () => {
  const chat = ['mowing', 'Jane', '512-555-0147', '12 Elm St', 'no thanks']
  it.each([
    ['2026-11-20T15:00:00Z', 'before we close at 5:00 PM'],
    ['2026-11-20T22:01:00Z', 'tomorrow after 9:00 AM'],
    ['2026-11-21T23:00:00Z', 'on Monday after 8:00 AM'],
    ['2026-11-23T12:00:00Z', 'today after 8:00 AM'],
  ])('at %s: %s', (instant, expected) => {
    expect(said(converse(chat, aContext({}, new Date(instant))))).toContain(expected)
  })

  it('is not promised for a business without hours', () => {
    expect(said(converse(chat.slice(0, -1), aContext({ hours: [] })))).toContain('as soon as we can')
  })
})

describe('readState', () => {
  it.each([[null], ['x'], [{ asked: 5 }], [{ known: { name: 3 } }]])(
    'returns a new state for %j',
    (stored) => {
      expect(readState(stored)).toEqual(readState({}))
    },
  )
})
