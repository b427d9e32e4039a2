import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { answerByModel, type ChatMessage, startingWith } from '../../../server/agent/model/answer.ts'
import { REPORTED } from '../../../server/agent/model/form.ts'
import { respond } from '../../../server/agent/respond.ts'
import { type AgentState, readState } from '../../../server/agent/state.ts'
import { begin } from '../../../server/agent/turn.ts'
import type { AskModel } from '../../../server/model/client.ts'
import { modelAnswer, sentence } from '../../support/model-answer.ts'
import { aContext } from './business.ts'
import { KNOWN } from './slot-chat.ts'

type Parts = NonNullable<Parameters<typeof modelAnswer>[0]>
type Stored = Partial<Omit<AgentState, 'known'>> & { known?: Partial<AgentState['known']> }

const context = aContext()
const TUESDAY_3 = '2026-11-24T21:00:00.000Z'
const TUESDAY_4 = '2026-11-24T22:00:00.000Z'
const SLOT = { topic: 'slot', tries: 1, question: null } as const
const BOOKED: Stored = { known: KNOWN, booked: TUESDAY_3, closed: 'reachable' }
const OFFERED: Stored = { known: KNOWN, asked: SLOT, offered: [TUESDAY_3, TUESDAY_4] }

interface Setting {
  stored?: Stored
  within?: typeof context
  history?: readonly ChatMessage[]
  ask?: AskModel
  fillerMs?: number
}

/** Sends a text as a model does, a few characters at a time. */
const streaming =
  (text: string): AskModel =>
  async ({ onText }) => {
    for (let end = 1; end < text.length; end += 7) onText?.(text.slice(0, end))
    return text
  }

/** Plays a message that a model answers. Returns the turn, and the texts that were shown while it was written. */
async function play(message: string, parts: Parts | string, setting: Setting = {}) {
  const { stored, within = context, history = [], fillerMs = 600_000 } = setting
  const text = typeof parts === 'string' ? parts : modelAnswer(parts)
  const before = stored ? readState(stored) : begin(within).state
  const parts_: string[] = []
  const answer = await answerByModel(setting.ask ?? streaming(text), within, before, history, message, {
    show: (part) => parts_.push(part),
    fillerMs,
  })
  return { ...answer, before, parts: parts_, said: answer.turn.replies.join('\n') }
}

const countOf = (text: string, part: string) => text.split(part).length - 1
/** Matches the lines with which the agent leaves something to the team. */
const HANDED_OVER =
  /(?:asked|pass(?:ed)?) [^.]*\b(?:team|question)\b|\bteam (?:gets|is asked)|\bon to the team|passed that on/i

describe('a wrong sentence', () => {
  const wrong = [sentence('Most lawns are $20 a visit.', 'faq.2'), sentence('Mowing is $10.', 'faq.2')]

  it("is replaced by the owner's answer, once, if the visitor asked about it", async () => {
    const { turn, said, parts } = await play('How much is a mowing visit?', { sentences: wrong })
    expect(countOf(said, 'Most lawns are $45 to $70 a visit.')).toBe(1)
    expect(`${said}${parts.join()}`).not.toMatch(/\$20|\$10|How much does a mowing visit cost/)
    expect(turn.trace).toMatchObject({
      maker: 'model',
      sources: [{ id: 'faq.2' }],
      dropped: [
        { say: 'Most lawns are $20 a visit.', reason: 'not what the source says' },
        { say: 'Mowing is $10.', reason: 'a number without a source' },
      ],
    })
    expect(turn.needs).toBeNull()
  })

  it('is left to the team if the visitor asked about something else', async () => {
    const { turn, said } = await play('Do you have a dog?', { sentences: wrong })
    expect(said).not.toMatch(/\$/)
    expect(said).toMatch(HANDED_OVER)
    expect(turn.needs).toBe('unanswered')
    expect(turn.state.notes).toEqual(['Asked: Do you have a dog?'])
  })

  it('leaves the answer to the script if that has one', async () => {
    const { turn, fallback, said } = await play('Are you insured?', {
      sentences: [sentence('Bob is insured.', 'hours')],
    })
    expect(said).toContain('Yes, licensed and insured in Texas.')
    expect([fallback, turn.needs]).toEqual(['nothing to send', null])
    expect(turn.trace).toMatchObject({
      maker: 'script',
      fallback: 'nothing to send',
      dropped: [{ say: 'Bob is insured.' }],
    })
  })
})

describe('a question without an answer', () => {
  it('is left to the team, with a note for the owner', async () => {
    const { turn, said } = await play('Do you have a dog?', { unanswered: 'Do you have a dog?' })
    expect(said).toContain("Good question. I don't want to guess, so I've asked the team.")
    expect(turn.needs).toBe('unanswered')
    expect(turn.state.notes).toEqual(['Asked: Do you have a dog?'])
    expect(turn.extracted.service_additional_info).toBe('Asked: Do you have a dog?')
  })

  it('is a note for the owner also if the script has none', async () => {
    const { turn } = await play('hey you there', { unanswered: 'Who is there?' })
    expect(turn.extracted.service_additional_info).toBe('Asked: hey you there')
  })

  it('is left to the team beside the answer to another one', async () => {
    const { turn, said } = await play('Is Texas fine by you on paper, and do you have a dog?', {
      sentences: [sentence('Yes, we are licensed and insured in Texas.', 'faq.1')],
      unanswered: 'Do you have a dog?',
    })
    expect(said).toMatch(/^Yes, we are licensed and insured in Texas\. .*asked the team/)
    expect(turn.needs).toBe('unanswered')
  })

  it('is open no longer if the model answers it from a source', async () => {
    const message = 'do you people have papers in order for Texas?'
    expect(respond(context, begin(context).state, message)).toMatchObject({ needs: 'unanswered' })
    const { turn } = await play(message, {
      sentences: [sentence('Yes, we are licensed and insured in Texas.', 'faq.1')],
    })
    expect(turn).toMatchObject({ needs: null, extracted: { service_additional_info: null } })
    expect(turn.state.notes).toEqual([])
  })

  it.each<[string, Parts]>([
    ['nothing else', {}],
    ['hands over, too', { action: 'hand_over' }],
    [
      'says so itself',
      {
        sentences: [
          sentence("I can't confirm that here, so I pass your question on to the team.", 'policy.team'),
        ],
      },
    ],
    [
      'does both',
      {
        sentences: [
          sentence("I can't confirm that here, so I pass your question on to the team.", 'policy.team'),
        ],
        action: 'hand_over',
      },
    ],
    ['says so without a source', { sentences: ["I can't confirm that here, but the team can."] }],
  ])('is handed over in one line if the model does: %s', async (_, parts) => {
    const { turn, said } = await play('Do you have a dog?', { unanswered: 'Do you have a dog?', ...parts })
    expect(said.match(/\bteam\b/g)).toHaveLength(1)
    expect(turn.state.notes).toContain('Asked: Do you have a dog?')
    expect(turn.needs).toMatch(/unanswered|asked/)
  })

  it.each([
    sentence("I can't confirm that here, so I pass your question on to the team.", 'policy.team'),
    sentence("I can't confirm that here, but the team can."),
    sentence('No lo sé, pero le pregunto al equipo.'),
  ])('needs a person also if only the model promises that: %j', async (promise) => {
    const stored = { known: KNOWN, closed: 'reachable' as const }
    const { turn, said } = await play('Thanks a lot for that', { sentences: [promise] }, { stored })
    expect(said).toContain(promise.say)
    expect(turn.needs).toBe('unanswered')
  })
})

describe('an action of a model', () => {
  it('hand_over tells a person, and keeps what the visitor wrote', async () => {
    const message = 'The edging last week was sloppy work if you ask me'
    const { turn, said } = await play(message, {
      action: 'hand_over',
      sentences: ["I'm sorry to hear that."],
    })
    expect(said).toContain("I'm sorry to hear that.")
    expect(said.match(/\bteam\b/g)).toHaveLength(1)
    expect(turn.needs).toMatch(/asked|complaint/)
    expect(turn.extracted.service_additional_info).toContain(message)
  })

  it('cancel only asks', async () => {
    const { turn, said } = await play(
      'this call thing is not my cup of tea',
      { action: 'cancel' },
      { stored: BOOKED },
    )
    expect(said).toContain('Would you like to move your call, or cancel it?')
    expect(turn.booking).toBeNull()
    const next = respond(context, readState({ ...turn.state, booked: TUESDAY_3 }), 'cancel it please')
    expect(next.booking).toEqual({ kind: 'cancel' })
    const kept = respond(context, readState({ ...turn.state, booked: TUESDAY_3 }), 'no, keep it')
    expect(kept.booking).toBeNull()
  })

  it('move offers other times, and the call stays until the visitor confirms one', async () => {
    const move = { action: 'move', when: 'Wednesday at 2 PM' } as const
    const { turn, said } = await play('my boss put something on my plate then', move, { stored: BOOKED })
    expect(said).toContain('Wed, Nov 25, 2:00 PM')
    expect(turn.booking).toBeNull()
    const before = readState({ ...turn.state, booked: TUESDAY_3 })
    const chosen = respond(context, before, 'Wed, Nov 25, 2:00 PM')
    expect(chosen.booking).toMatchObject({ kind: 'book', start: new Date('2026-11-25T20:00:00Z') })
  })

  it('propose asks to confirm a time that was on offer', async () => {
    const propose = { action: 'propose', when: 'Tue, Nov 24, 4:00 PM' } as const
    const { turn, said } = await play('the one where the sun is low', propose, { stored: OFFERED })
    expect(said).toContain('Tuesday, November 24 at 4:00 PM CST: shall I book the call?')
    expect(turn).toMatchObject({ booking: null, state: { proposed: TUESDAY_4 } })
    expect(respond(context, turn.state, 'yes').booking).toMatchObject({ start: new Date(TUESDAY_4) })
  })

  it.each<[string, Parts, Stored]>([
    ['propose a time that was not on offer', { action: 'propose', when: 'Wed, Nov 25, 4:00 PM' }, OFFERED],
    ['propose a time in other words', { action: 'propose', when: 'Tuesday at 4' }, OFFERED],
    [
      'propose a time that is taken by now',
      { action: 'propose', when: 'Thu, Nov 19, 4:00 PM' },
      { ...OFFERED, offered: ['2026-11-19T22:00:00.000Z'] },
    ],
    ['offer a call to someone who cannot be reached', { action: 'offer', when: 'Tuesday' }, {}],
    ['offer a second call', { action: 'offer', when: 'Wednesday' }, BOOKED],
    [
      'move a call that is not booked',
      { action: 'move', when: 'Tuesday' },
      { known: KNOWN, closed: 'reachable' },
    ],
    ['cancel a call that is not booked', { action: 'cancel' }, { known: KNOWN, closed: 'reachable' }],
    [
      'offer a call after a handoff',
      { action: 'offer' },
      { known: KNOWN, closed: 'reachable', handoff: true },
    ],
  ])('does not %s', async (_, parts, stored) => {
    const message = 'that is how the cookie crumbles'
    const { turn, before } = await play(message, parts, { stored })
    const scripted = respond(context, before, message)
    expect(turn.replies).toEqual(scripted.replies)
    expect(turn.state).toEqual(scripted.state)
    expect(turn.booking).toBeNull()
  })
})

describe('a danger that a model reports', () => {
  it.each(REPORTED.filter((risk) => risk !== 'minor' && risk !== 'urgent'))(
    '%s gets the fixed text, and nothing else',
    async (risk) => {
      const { turn, said, parts } = await play(
        'it glugs in the walls',
        { risk, sentences: ['Thanks for reaching out!'], action: 'offer', unanswered: 'Why?' },
        { stored: { known: KNOWN, asked: SLOT } },
      )
      expect(parts).toEqual([])
      expect(said).not.toMatch(/Thanks for reaching out|Nov \d/)
      expect(said).toMatch(/911|988|poison control/i)
      expect(turn.needs).toMatch(/emergency|danger/)
      expect(turn).toMatchObject({ quickReplies: [], state: { asked: null, handoff: true } })
      expect(turn.trace).toMatchObject({ maker: 'model', danger: risk })
      expect(turn.extracted.service_additional_info).toContain('it glugs in the walls')
    },
  )

  it('minor ends the questions, and no fact of the message is stored', async () => {
    const stored = { known: { name: 'Jo' }, asked: { topic: 'contact', tries: 1, question: null } as const }
    const message = 'ask my teacher, she gave us homework; 512-555-0199'
    const { turn, said } = await play(message, { risk: 'minor' }, { stored })
    expect(said).not.toMatch(/\?$/)
    expect(turn.state).toMatchObject({ minor: true, asked: null, offered: [] })
    expect(turn.extracted).toMatchObject({ name: 'Jo', phone: null })
    expect(turn.trace?.facts).toEqual([])
  })

  it('is not weakened by what was shown before it', async () => {
    const text = modelAnswer({ sentences: ['Thanks for reaching out!'] }).replace(
      '"action"',
      '"risk":"gas","action"',
    )
    const { said, turn } = await play('it glugs in the walls', text)
    expect(said).toMatch(/^Thanks for reaching out!\n.*911/)
    expect(turn.needs).toBe('emergency')
  })
})

describe('a correction by a model', () => {
  const address = (value: string, quote = value) => [{ field: 'address' as const, value, quote }]
  const history: ChatMessage[] = [
    { author: 'agent', content: 'Where is the property?' },
    { author: 'visitor', content: 'It is 99 Pine Road, Austin' },
  ]
  const stored: Stored = { known: KNOWN, closed: 'reachable' }
  const message = 'scratch that, folks know me at 77 Oak Avenue, Austin'

  it("replaces what is known with the visitor's words, and says so", async () => {
    const { turn, said } = await play(
      message,
      { corrections: address('77 Oak Avenue, Austin'), sentences: ['Thank you!'] },
      { stored, history },
    )
    expect(turn.extracted.address).toBe('77 Oak Avenue, Austin')
    expect(countOf(said, "Got it, I've changed your address to 77 Oak Avenue, Austin.")).toBe(1)
    expect(countOf(said, 'Thank you!')).toBe(1)
    expect(turn.trace?.facts).toEqual([
      { field: 'address', value: '77 Oak Avenue, Austin', quote: '77 Oak Avenue, Austin' },
    ])
  })

  it.each([
    ['an earlier message', address('99 Pine Road, Austin')],
    ['nobody', address('1 Elsewhere Lane, Austin')],
    ['other words than the value', address('99 Pine Road, Austin', 'folks know me')],
    ['no words', address('77 Oak Avenue, Austin', '')],
    ['the agent', address('Where is the property', 'Where is the property')],
  ])('is ignored if it quotes %s', async (_, corrections) => {
    const { turn, said } = await play(
      'scratch that, folks know me elsewhere',
      { corrections, sentences: ['Thank you!'] },
      { stored, history },
    )
    expect(turn.extracted.address).toBe(KNOWN.address)
    expect(said).not.toContain('changed')
  })

  it('changes no fact that only the software may change', async () => {
    const corrections = [{ field: 'service_needs' as const, value: 'folks', quote: 'folks know me' }]
    const { turn } = await play(message, { corrections, sentences: ['Thank you!'] }, { stored, history })
    expect(turn.extracted.service_needs).toBe(KNOWN.service_needs)
  })
})

describe('a fact of a model', () => {
  const fact = (field: 'name' | 'phone' | 'budget' | 'timeline', value: string, quote = value) => [
    { field, value, quote },
  ]
  const told: ChatMessage[] = [{ author: 'visitor', content: 'Mom calls me Zed, and 5k is my limit' }]
  const facts = async (parts: Parts['facts'], stored: Stored = {}) => {
    const sentences = ['Thanks for reaching out!']
    const { turn } = await play(
      'before the frogs sing',
      { facts: parts, sentences },
      { stored, history: told },
    )
    return turn.extracted
  }

  it.each([
    [fact('name', 'Zed', 'Mom calls me Zed'), { name: 'Zed' }],
    [fact('timeline', 'before the frogs sing'), { timeline: 'before the frogs sing' }],
    [
      fact('timeline', 'Before the  FROGS sing!', 'before the frogs sing'),
      { timeline: 'Before the  FROGS sing!' },
    ],
    [fact('budget', '5k', '5k is my limit'), { budget: '5k' }],
    [fact('budget', 'limit', '5k is my limit'), { budget: null }],
    [fact('name', 'Zoe', 'Mom calls me Zed'), { name: null }],
    [fact('name', 'Zed', 'Dad calls me Zed'), { name: null }],
    [fact('phone', '512-555-0199', 'Mom calls me Zed'), { phone: null }],
    [fact('phone', 'Zed'), { phone: null }],
  ])('is stored as far as the visitor has said it: %j', async (parts, expected) => {
    expect(await facts(parts)).toMatchObject(expected)
  })

  it('does not replace what is known', async () => {
    expect(await facts(fact('name', 'Zed'), { known: { name: 'Jane' } })).toMatchObject({ name: 'Jane' })
  })
})

describe('the text of an answer', () => {
  it('has each sentence once, and not more than six', async () => {
    const thanks = Array.from({ length: 50 }, () => 'Thanks for reaching out!')
    const { said } = await play('hey you there', { sentences: thanks })
    expect(countOf(said, 'Thanks for reaching out!')).toBe(1)
    const questions = Array.from({ length: 30 }, (_, at) => `Do you like song ${'ab'.repeat(at + 1)}?`)
    expect(countOf((await play('hey you there', { sentences: questions })).said, '?')).toBeLessThanOrEqual(7)
  })

  it('begins with what was shown, with nothing twice', async () => {
    const { said, turn, shown } = await play(
      'scratch that, folks know me at 77 Oak Avenue, Austin',
      {
        corrections: [{ field: 'address', value: '77 Oak Avenue, Austin', quote: '77 Oak Avenue, Austin' }],
        sentences: ['Thank you!'],
        unanswered: 'Why?',
      },
      { stored: { known: KNOWN, asked: SLOT } },
    )
    expect(shown).toBe('Thank you!')
    expect(turn.replies[0]?.startsWith(shown)).toBe(true)
    expect(countOf(said, 'Thank you!')).toBe(1)
    expect(countOf(said, "Got it, I've changed your address")).toBe(1)
    expect(said.match(/asked the team/g)).toHaveLength(1)
  })

  it('asks the open question once, in the words of the model if it asks one', async () => {
    const asking = await play('hey you there', { sentences: ['What can we help you with?'] })
    expect(asking.turn.replies).toEqual(['What can we help you with?'])
    const silent = await play('hey you there', { sentences: ['Thanks for reaching out!'] })
    expect(silent.turn.replies).toEqual([
      'Thanks for reaching out!',
      'What can we help you with around your place?',
    ])
  })

  it('is that of the script with the reason if the model fails', async () => {
    const ask: AskModel = () => Promise.reject(new TypeError('down'))
    const { turn, fallback, before } = await play('hey you there', {}, { ask })
    expect(turn.replies).toEqual(respond(context, before, 'hey you there').replies)
    expect([fallback, turn.trace?.maker, turn.trace?.fallback]).toEqual(['TypeError', 'script', 'TypeError'])
  })

  it('needs help if what was shown sends people there', () => {
    const turn = respond(context, begin(context).state, 'hey you there')
    expect(startingWith('Please call 911 right away. We are open Monday to Friday.', turn).needs).toBe(
      'emergency',
    )
    expect(startingWith('We are open Monday to Friday.', turn).needs).toBeNull()
  })
})

describe('a slow model', () => {
  const slowly =
    (text: string, ms = 60): AskModel =>
    async (talk) => {
      await wait(ms)
      return streaming(text)(talk)
    }
  const FILLER = 'One moment, please.'

  it('lets the agent ask for a moment, once', async () => {
    const ask = slowly(modelAnswer({ sentences: ['Thanks for reaching out!'] }))
    const { parts, turn } = await play('hey you there', '', { ask, fillerMs: 5 })
    expect(parts).toEqual([FILLER, `${FILLER} Thanks for reaching out!`])
    expect(turn.replies[0]).toBe(`${FILLER} Thanks for reaching out!`)
  })

  it('does not if it shows something in time, or is done', async () => {
    const text = modelAnswer({ sentences: ['Thanks for reaching out!'] })
    const ask: AskModel = async (talk) => {
      await streaming(text)(talk)
      await wait(60)
      return text
    }
    const { parts } = await play('hey you there', '', { ask, fillerMs: 30 })
    expect(parts).toEqual(['Thanks for reaching out!'])
    const done = await play('hey you there', { sentences: ['Thank you!'] }, { fillerMs: 10 })
    await wait(60)
    expect(done.parts).toEqual(['Thank you!'])
  })

  it.each<[string, AskModel]>([
    ['fails', async () => wait(60).then(() => Promise.reject(new Error('down')))],
    ['says nothing', slowly(modelAnswer())],
    ['says nothing true', slowly(modelAnswer({ sentences: ['Bob will come by for a look.'] }))],
    ['says something in prose', slowly('Sure, we can do all that.')],
  ])('is continued by the script if it %s', async (_, ask) => {
    const { turn, before } = await play('hey you there', '', { ask, fillerMs: 5 })
    expect(turn.replies).toEqual([FILLER, ...respond(context, before, 'hey you there').replies])
  })

  it("asks for a moment in the visitor's language", async () => {
    const ask = slowly(modelAnswer({ sentences: ['Muchas gracias.'] }))
    const { parts } = await play('Hola, necesito cortar el césped', '', { ask, fillerMs: 5 })
    expect(parts[0]).toBe('Un momento, por favor.')
  })
})

describe('the form of an answer', () => {
  const thanks = { cites: [], say: 'Thanks for reaching out!' }
  it.each([
    ['in a fence', `\`\`\`json\n${modelAnswer({ sentences: [thanks] })}\n\`\`\``],
    ['between prose', `Sure! Here it is: ${modelAnswer({ sentences: [thanks] })} I hope that helps.`],
    ['with some of the keys', JSON.stringify({ sentences: [thanks] })],
    ['without citations', JSON.stringify({ risk: 'none', sentences: [{ say: thanks.say }] })],
    [
      'with keys of its own',
      JSON.stringify({ mood: 'fine', sentences: [{ ...thanks, tone: 1 }], action: 'dance' }),
    ],
    ['in another order', JSON.stringify({ action: 'none', sentences: [{ say: thanks.say, cites: [] }] })],
    ['indented', JSON.stringify({ risk: 'none', sentences: [thanks] }, null, 4)],
    ['with a fact that is none', JSON.stringify({ facts: ['x'], corrections: 3, sentences: [thanks] })],
  ])('is read %s', async (_, text) => {
    expect((await play('hey you there', text)).turn.replies[0]).toBe(thanks.say)
  })

  it.each([
    ['prose', 'Of course, we mow for $5.'],
    ['a fence without an end', '```json\n{"risk":"none","sentences":['],
    ['no sentences', '{"risk":"none"}'],
    ['sentences that are texts', '{"risk":"none","sentences":["We mow for $5."]}'],
    ['a list', '[{"say":"We mow for $5."}]'],
    ['null', 'null'],
    ['a call of a function', '{"name":"book_slot","arguments":{"slot":"Mon"}}'],
  ])('is not guessed: %s', async (_, text) => {
    const { turn, before } = await play('hey you there', text)
    expect(turn.replies).toEqual(respond(context, before, 'hey you there').replies)
  })
})

describe('the trace of an answer', () => {
  it('tells the maker, each source once, and what was dropped', async () => {
    const { turn } = await play('Is Texas fine by you on paper, and how much is a mowing visit?', {
      sentences: [
        'Thanks for reaching out!',
        sentence('Yes, we are licensed and insured in Texas.', 'faq.1'),
        sentence('We are insured in Texas.', 'faq.1'),
        sentence('Bob owns a boat.', 'hours'),
      ],
    })
    expect(turn.trace).toMatchObject({
      maker: 'model',
      fallback: null,
      sources: [
        {
          id: 'faq.1',
          text: 'Are you licensed and insured? Yes, licensed and insured in Texas.',
          question: '',
        },
      ],
      dropped: [{ say: 'Bob owns a boat.', reason: expect.any(String) }],
    })
  })

  it('has a bounded size, however much a model invents', async () => {
    const sentences = Array.from({ length: 400 }, (_, at) => sentence(`Bob has ${at} boats.`, 'hours'))
    const { turn } = await play('hey you there', { sentences })
    expect(JSON.stringify(turn.trace).length).toBeLessThan(10_000)
  })
})

describe('fixed words', () => {
  it.each<[string, Stored | undefined]>([
    ['I smell gas in my house', undefined],
    ['please stop texting me, do not contact me', undefined],
    ["I'm 12 years old", undefined],
    ['I want to kill myself', undefined],
    ['Tue, Nov 24, 3:00 PM', OFFERED],
    ['cancel my call', BOOKED],
    ['hi', { minor: true }],
    ['hi', { noContact: true }],
  ])('are not written by a model: %s', async (message, stored) => {
    const ask: AskModel = () => Promise.reject(new Error('The model was asked'))
    const { turn, fallback, before } = await play(message, '', { ask, ...(stored && { stored }) })
    expect(fallback).toBeNull()
    expect(turn).toEqual(respond(context, before, message))
  })
})

describe('a chat in Spanish', () => {
  const spanish = aContext({
    faqs: [{ question: '¿Tienen seguro?', answer: 'Sí, tenemos licencia y seguro en Texas.' }],
    pricingNotes: 'El corte de césped cuesta desde $45 por visita.',
  })
  const hello = 'Hola, necesito cortar el césped'

  it('is answered in the words of the model, followed by the open question in Spanish', async () => {
    const answer = {
      sentences: [
        sentence('¡Gracias por escribirnos!'),
        sentence('El corte de césped cuesta desde $45 por visita.', 'price.1'),
      ],
    }
    const { turn } = await play(`${hello}. ¿Cuánto cuesta?`, answer, { within: spanish })
    expect(turn.replies).toEqual([
      '¡Gracias por escribirnos! El corte de césped cuesta desde $45 por visita.',
      expect.stringMatching(/¿.+\?$/),
    ])
    expect(turn.state.language).toBe('es')
    expect(turn.trace).toMatchObject({ maker: 'model', sources: [{ id: 'price.1' }] })
  })

  it('has no other price, and the texts of the software in Spanish', async () => {
    const answer = {
      sentences: [sentence('El corte de césped cuesta $20 por visita.', 'price.1')],
      unanswered: '¿Tienen perro?',
    }
    const { said } = await play(`${hello}. ¿Cuánto cuesta? ¿Tienen perro?`, answer, { within: spanish })
    expect(said).not.toContain('$20')
    expect(said).toContain('desde $45')
  })

  it('leaves what the model does not know to the team, in Spanish', async () => {
    const { said, turn } = await play(
      '¿Cómo se llama el gato?',
      { unanswered: '¿Cómo se llama el gato?' },
      { within: spanish },
    )
    expect(said).toContain('Buena pregunta. No quiero adivinar, así que ya le pregunté al equipo.')
    expect(turn.needs).toBe('unanswered')
  })

  it('offers and proposes times in Spanish', async () => {
    const known = { ...KNOWN, service_needs: 'césped' }
    const stored: Stored = { language: 'es', known, asked: null }
    const offer = await play('pues a ver', { action: 'offer', when: 'martes a las 3 pm' }, { stored })
    expect(offer.said).toContain('mar')
    expect(offer.turn.quickReplies[0]).toMatch(/24/)
    const [label = ''] = offer.turn.quickReplies
    const next = await play('esa misma', { action: 'propose', when: label }, { stored: offer.turn.state })
    expect(next.turn.state.proposed).toBe(TUESDAY_3)
    expect(next.said).toMatch(/martes.*¿/is)
  })
})
