import { describe, expect, it } from 'vitest'
import { preferenceIn } from '../../../server/agent/preference.ts'
import { accepts } from '../../../server/agent/schedule/about-time.ts'
import { featuresOfMessage } from '../../../server/agent/understand/features.ts'
import {
  chanceOf,
  inContext,
  likelihoodsOf,
  questionIn,
} from '../../../server/agent/understand/likelihoods.ts'
import { isOtherTrade, mayBeOffered, serviceFor } from '../../../server/agent/understand/trades.ts'

const SERVICES = ['Lawn Care & Maintenance', 'Tree Services', 'Irrigation Systems', 'Hardscaping']

describe('the features of a message', () => {
  it('are those of its beginning', () => {
    const word = 'a'.repeat(10_000)
    expect(featuresOfMessage(word)).toEqual(featuresOfMessage(word.slice(0, 1_500)))
  })

  it('are the same whatever the address, the number, or the day', () => {
    const plain = (text: string) => new Set(featuresOfMessage(`please write or call me there then: ${text}`))
    expect(plain('a@b.test 614-555-0101 Monday')).toEqual(plain('jo.x@mail.test (614) 555-0188 Friday'))
  })
})

describe('the likelihoods of a message', () => {
  it('add up to 1, also in a context', () => {
    const sum = (all: Iterable<number>) => [...all].reduce((total, each) => total + each, 0)
    const likelihoods = likelihoodsOf('Tuesday works')
    expect(sum(likelihoods.values())).toBeCloseTo(1)
    const expected = inContext(likelihoods, { choose: 3, fact: 0.5 })
    expect(sum(expected.values())).toBeCloseTo(1)
    expect(expected.get('choose')).toBeGreaterThan(likelihoods.get('choose') ?? 1)
  })

  it.each([
    ['got insurance?', 'ask_insured'],
    ['do yall take venmo', 'ask_pay'],
    ['¿hasta qué hora están?', 'ask_hours'],
  ])('tell what %j asks', (text, intent) => expect(questionIn(text).intent).toBe(intent))

  it('are low for what no example resembles', () =>
    expect(chanceOf('', ['stop', 'delete', 'complain'])).toBeLessThan(0.1))
})

describe('described work', () => {
  it.each([
    ['please cut down my dead pine', 'Tree Services'],
    ['sprinkler head broke and it is shooting water', 'Irrigation Systems'],
    ['The grass is always greener on the other side.', null],
    ['I have a question', null],
  ])('of %j is that of %s', (text, service) => expect(serviceFor(text, SERVICES)).toBe(service))

  it('can be of a trade that no service covers', () => {
    expect(isOtherTrade('do you hang christmas lights?', SERVICES)).toBe(true)
    expect(isOtherTrade('can you trim my oak?', SERVICES)).toBe(false)
    expect(mayBeOffered('grind a stump', SERVICES)).toBe(true)
    expect(mayBeOffered('clean the gutters', SERVICES)).toBe(false)
  })
})

describe('a yes to a proposed time', () => {
  it.each([
    ['yes. and also can you do the mulch', true],
    ['yes', true],
    [
      'yes!! and can it be quick i only have like 15 min. photos are the 12th so it must be done before',
      true,
    ],
    ['almost what?? yes book it', true],
    ['yes. but only if it is $38', false],
    ['yes. actually another day is better', false],
    ['yes, if it is free', false],
    ['ok so what does it cost', false],
    ['sure, but can you text me instead', false],
  ])('in %j: %j', (text, isYes) => expect(accepts(text, () => false)).toBe(isYes))

  it('is none beside another time', () =>
    expect(accepts('yes. make it 3 pm instead', (part) => part.includes('3 pm'))).toBe(false))
})

describe('a way of contact', () => {
  it.each([
    ['just text me please', 'text'],
    ['nobody needs to come out and nobody needs to call, email me', 'email'],
    ['whatsapp is better for me', 'whatsapp'],
    ['no texts please, this is a landline', null],
    ['email neither, sorry', null],
    ['call or text, either one', null],
  ])('in %j is %j', (text, way) => expect(preferenceIn(text)).toBe(way))
})
