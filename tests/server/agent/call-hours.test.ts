import { describe, expect, it } from 'vitest'
import { answerByModel } from '../../../server/agent/model/answer.ts'
import { sourcesOf } from '../../../server/agent/sources.ts'
import { readState } from '../../../server/agent/state.ts'
import type { Turn } from '../../../server/agent/turn.ts'
import { type BusinessDay, DEFAULT_CALL_HOURS, DEFAULT_HOURS } from '../../../src/contract/profile.ts'
import { modelAnswer } from '../../support/model-answer.ts'
import { aContext } from './business.ts'
import { converse, last, said } from './conversation.ts'
import { booked, KNOWN, play, TUESDAY_3 } from './slot-chat.ts'

const text = (turn: Turn | undefined) => turn?.replies.join(' ') ?? ''
const closed = (hours: readonly BusinessDay[]) => hours.map((day) => ({ ...day, isOpen: false }))

describe('a business with call hours', () => {
  const within = aContext({ callHours: DEFAULT_CALL_HOURS })

  it('offers, books, and moves calls in them only', () => {
    const turns = play(
      ['Tuesday at 9 am', 'Tuesday at 3', 'yes', 'move it to Saturday at 10', 'Wednesday at 4', 'yes'],
      {},
      within,
    )
    expect(text(turns[0])).toContain('• Tue, Nov 24, 3:00 PM')
    expect(booked(turns)).toEqual([TUESDAY_3, '2026-11-25T22:00'])
    const offered = converse(['mowing', 'Jane', '512-555-0147', '12 Elm St'], within)
    expect(said(offered)).toMatch(/• \w{3}, Nov \d\d, [34]:[03]0 PM/)
    expect(said(offered)).not.toMatch(/ AM|12:|[125]:00 PM/)
  })

  it.each([
    ['on a day without calls', 'Saturday at 10', 'es', 'el sábado a las 10'],
    ['at a time without calls', 'Tuesday at 9 am', 'es', 'el martes a las 9 de la mañana'],
  ] as const)(
    'says %s when calls are offered, and not that it is closed',
    (_, english, language, spanish) => {
      const inEnglish = text(last(play([english], {}, within)))
      expect(inEnglish).toMatch(
        /^I can book calls Monday to Friday 3:00 PM to 5:00 PM\. The nearest free times for a call/,
      )
      const inSpanish = text(last(play([spanish], { language }, within)))
      expect(inSpanish).toMatch(/^Puedo reservar llamadas de lunes a viernes de 3:00 p\.m\. a 5:00 p\.m\./)
    },
  )

  it.each(['are you open Saturday?', 'What are your hours on Saturday?'])(
    'answers %j from its business hours, also while times are on offer',
    (question) => {
      const turn = last(play(['Tuesday at 9 am', question], {}, within))
      expect(text(turn)).toContain("We're open Saturday 9:00 AM to 3:00 PM.")
      expect(turn.quickReplies).toContain('Tue, Nov 24, 3:00 PM')
      expect(text(last(play(['are you open Sunday?'], {}, within)))).toContain("We're closed on Sundays.")
    },
  )

  it('offers no calls on days off', () => {
    const closures = [{ from: '2026-11-24', to: '2026-11-24', holiday: null }]
    const turn = last(play(['Tuesday at 3'], {}, aContext({ callHours: DEFAULT_CALL_HOURS, closures })))
    expect(text(turn)).toMatch(/^We're closed on Tuesday, November 24/)
    expect(turn.state.proposed).toBeNull()
  })

  it('offers them through a model, too, which knows when they are', async () => {
    const state = readState({ known: KNOWN })
    const ask = async () => modelAnswer({ action: 'offer', when: 'Tuesday' })
    const { turn } = await answerByModel(ask, within, state, [], 'Could we talk on Tuesday?')
    expect(turn.state.offered.length).toBeGreaterThan(0)
    for (const start of turn.state.offered) expect(start).toMatch(/T2[12]:[03]0/)
    expect(sourcesOf(within)).toContainEqual({
      id: 'hours.calls',
      text: 'Estimate calls are Monday to Friday 3:00 PM to 5:00 PM.',
    })
    expect(sourcesOf(aContext()).map(({ id }) => id)).not.toContain('hours.calls')
  })
})

describe.each([
  ['without a call hour', aContext({ callHours: closed(DEFAULT_CALL_HOURS) })],
  ['with call hours in which no call fits', aContext({ callHours: shortHours() })],
  ['that is never open', aContext({ hours: closed(DEFAULT_HOURS) })],
])('a business %s', (_, within) => {
  it('says that it has no times for calls, offers none, and still takes the request', () => {
    const turns = converse(
      ['mowing, can you call me Tuesday at 3?', 'Jane', '512-555-0147', '12 Elm St'],
      within,
    )
    expect(text(turns[1])).toContain("I have no times for calls, so I've noted that for the team.")
    expect(turns.map(({ state }) => state.asked?.topic)).not.toContain('slot')
    expect(said(turns)).toContain('will be in touch at (512) 555-0147')
    expect(last(turns).extracted.service_additional_info).toContain('Asks for a call: mowing')
  })

  it('says so in Spanish, and to a visitor who moves a call that is booked', () => {
    const spanish = play(['¿puedo reservar una llamada?'], { asked: null, language: 'es' }, within)
    expect(text(spanish[0])).toContain('No tengo horarios para llamadas')
    const stored = { asked: null, booked: `${TUESDAY_3}:00.000Z` }
    const [moved] = play(['move my call to Wednesday at 4'], stored, within)
    expect(text(moved)).toContain('I have no times for calls')
    expect(moved?.state.booked).toBe(stored.booked)
  })

  it('promises no call when asked what it does or what comes next', () => {
    const texts = play(['what can you do?', 'how does the estimate work?'], { asked: null }, within).map(text)
    expect(texts.join(' ')).not.toMatch(/\bcall\b/)
    expect(said(converse(['mowing', 'what happens next?'], within))).not.toMatch(/\bcall\b/)
    expect(sourcesOf(within).map(({ id }) => id)).not.toContain('call')
  })

  it('gives its booking link if it has one', () => {
    const bookingUrl = 'https://cal.example/green-acres'
    const linked = { ...within, business: { ...within.business, bookingUrl } }
    expect(text(last(play(['can I book a call?'], { asked: null }, linked)))).toContain(bookingUrl)
  })
})

/** Hours of 20 minutes, in which no call fits. */
function shortHours(): BusinessDay[] {
  return DEFAULT_CALL_HOURS.map((day) => ({ ...day, isOpen: true, closeTime: '15:20' }))
}
