import { describe, expect, it } from 'vitest'
import { answerByModel } from '../../../server/agent/model/answer.ts'
import { DAYS } from '../../../src/contract/profile.ts'
import { modelAnswer } from '../../support/model-answer.ts'
import { aContext } from './business.ts'
import { last } from './conversation.ts'
import { booked, play } from './slot-chat.ts'

const OPEN_DAILY = DAYS.map((day) => ({ day, isOpen: true, openTime: '07:00', closeTime: '19:00' }))
const at = (now: string, timezone: string | null, hours = OPEN_DAILY) =>
  aContext({ timezone, hours }, new Date(now))

describe('a time in the zone of a visitor', () => {
  /** Wednesday in Phoenix, which never changes its clocks. They go forward in New York on Sunday, March 14. */
  const phoenix = at('2027-03-10T18:00:00Z', 'America/Phoenix')

  it.each([
    [['Friday at 1 pm Eastern', 'yes'], '2027-03-12T18:00'],
    [['Tuesday at 1 pm Eastern', 'yes'], '2027-03-16T17:00'],
    [['Tuesday', '1 pm Eastern', 'yes'], '2027-03-16T17:00'],
    [['Tuesday at 9', '1 pm Eastern', 'yes'], '2027-03-16T17:00'],
  ])('is that of its day, also after a clock change: %j', (messages, start) => {
    expect(booked(play(messages, {}, phoenix))).toEqual([start])
  })

  it('is also understood from a model', async () => {
    const { state } = last(play(['hello'], {}, phoenix))
    const ask = async () => modelAnswer({ action: 'offer', when: 'Tuesday at 1 pm Eastern' })
    const { turn } = await answerByModel(ask, phoenix, state, [], 'my pocket watch says so')
    expect(turn.replies.at(-1)).toContain('Tue, Mar 16, 10:00 AM')
    expect(turn.replies.join()).not.toContain('1:00 PM')
  })

  it('without a day is right on each day', () => {
    const { state } = last(play(['1 pm Eastern'], {}, phoenix))
    expect(state.offered.length).toBeGreaterThan(2)
    const inNewYork = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', timeStyle: 'short' })
    expect(new Set(state.offered.map((start) => inNewYork.format(new Date(start))))).toEqual(
      new Set(['1:00 PM']),
    )
  })
})

describe('a call in some hours', () => {
  it.each([
    ['tomorrow', '2027-03-10T02:00:00Z', 'in 12 hours', '2027-03-10T14:00'],
    ['after the clocks go forward', '2027-03-14T05:30:00Z', 'in 8 hours', '2027-03-14T13:30'],
    ['after the clocks go back', '2026-11-01T04:30:00Z', 'in 8 hours', '2026-11-01T12:30'],
  ])('is as many hours away %s', (_, now, text, start) => {
    expect(booked(play([text, 'yes'], {}, at(now, 'America/New_York')))).toEqual([start])
  })
})

describe('the times in an unknown zone', () => {
  it.each([null, '', 'Mars/Olympus'])('%j are in New York, also if they are too soon', (timezone) => {
    const [turn] = play(['today at 2 pm'], {}, at('2027-03-10T17:30:00Z', timezone))
    expect(turn?.replies.join()).toContain('too soon')
    expect(turn?.replies.join()).toContain('(EST)')
  })
})

describe('an offer', () => {
  it('names the zone that fits all of its times, also across a clock change', () => {
    const weekend = at('2027-03-13T22:00:00Z', 'America/New_York')
    expect(last(play(['Sunday or Monday'], {}, weekend)).replies.join()).toContain('(EDT)')
    const offer = last(play(['today or Monday'], {}, at('2027-03-13T19:00:00Z', 'America/New_York')))
    expect(offer.state.offered.length).toBeGreaterThan(2)
    expect(offer.replies.join()).toContain('(ET)')
  })
})

describe('a business that is open through the night', () => {
  const hours = DAYS.map((day) => ({ day, isOpen: true, openTime: '20:00', closeTime: '06:00' }))
  const atNight = at('2027-03-14T05:30:00Z', 'America/New_York', hours)

  it('offers the rest of the night after midnight, also when the clocks change', () => {
    expect(booked(play(['today at 3:30 am', 'yes'], {}, atNight))).toEqual(['2027-03-14T07:30'])
    expect(play(['today'], {}, atNight)[0]?.state.offered[0]).toBe('2027-03-14T07:30:00.000Z')
  })

  it('is open at an hour that the clocks skip, but has no free time then', () => {
    const [turn] = play(['sunday at 2:30 am'], {}, at('2027-03-12T17:00:00Z', 'America/New_York', hours))
    expect(turn?.replies.join()).not.toContain('outside our hours')
    expect(turn?.state.offered).toContain('2027-03-14T07:00:00.000Z')
  })

  it('says that a time after midnight is too soon or taken, not outside its hours', () => {
    expect(
      play(['today at 2 am'], {}, at('2027-03-10T05:30:00Z', 'America/New_York', hours))[0]?.replies.join(),
    ).toContain('too soon')
  })
})
