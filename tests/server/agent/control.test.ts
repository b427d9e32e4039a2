import { describe, expect, it } from 'vitest'
import { controlFor } from '../../../server/agent/control.ts'
import { respond } from '../../../server/agent/respond.ts'
import { readState, TOPICS, type Topic } from '../../../server/agent/state.ts'
import { observe } from '../../../server/agent/takeover.ts'
import { wordsOf } from '../../../widget/chat-control.ts'
import { aContext } from './business.ts'
import { converse, last } from './conversation.ts'

const HELLO = { en: 'mow my lawn', es: 'Hola, necesito limpieza de canaletas' }
const stateAfter = (...messages: string[]) => last(converse(messages)).state
const controlAfter = (...messages: string[]) => controlFor(stateAfter(...messages), true)
const asking = (topic: Topic | null, changes: object = {}) =>
  readState({ asked: topic && { topic, tries: 1, question: null }, ...changes })

describe('the form control', () => {
  it('follows the questions of a chat', () => {
    expect(controlAfter()).toBeNull()
    expect(controlAfter(HELLO.en)).toEqual({ kind: 'name' })
    expect(controlAfter(HELLO.en, 'Cal')).toEqual({ kind: 'phone_or_email' })
    expect(controlAfter(HELLO.en, 'Cal', 'no phone')).toEqual({ kind: 'email' })
    expect(controlAfter(HELLO.en, 'Cal', '512 555 0147')).toEqual({ kind: 'address', suggests: true })
    expect(controlAfter(HELLO.en, 'Cal', '512 555 0147', '12 Elm St, Austin')).toBeNull()
  })

  it('exists exactly for the questions that have a field', () => {
    const kinds = TOPICS.map((topic) => [topic, controlFor(asking(topic), false)?.kind ?? null])
    expect(Object.fromEntries(kinds)).toEqual({
      service: null,
      name: 'name',
      contact: 'phone_or_email',
      phone: 'phone',
      email: 'email',
      address: 'address',
      question: null,
      slot: null,
    })
    expect(controlFor(asking('address'), false)).toEqual({ kind: 'address', suggests: false })
    expect(controlFor(asking(null), true)).toBeNull()
  })

  it('asks minors and visitors who want no contact for nothing', () => {
    expect(controlFor(asking('name', { minor: true }), true)).toBeNull()
    expect(controlFor(asking('contact', { noContact: true }), true)).toBeNull()
    expect(controlAfter(HELLO.en, "I'm 13 years old")).toBeNull()
    expect(controlAfter(HELLO.en, 'Cal', 'please never contact me')).toBeNull()
  })

  it('is gone after a message to a person of the business', () => {
    expect(controlFor(observe(aContext(), stateAfter(HELLO.en), 'hi there').state, true)).toBeNull()
  })

  it('leaves the rest of a phone number to the message', () => {
    expect(controlAfter(HELLO.en, 'Cal', '512')).toBeNull()
    expect(controlFor(asking('phone', { dialed: '512' }), true)).toBeNull()
    expect(controlFor(asking('email', { dialed: '512' }), true)).toEqual({ kind: 'email' })
  })
})

describe.each(['en', 'es'] as const)('in %s, the agent reads', (language) => {
  const chat = [HELLO[language], 'Cal Ruiz', '512 555 0147', '12 Elm St, Austin']

  it('the values of the fields, as ordinary messages', () => {
    expect(stateAfter(...chat)).toMatchObject({
      language,
      known: { name: 'Cal Ruiz', phone: '(512) 555-0147', address: '12 Elm St, Austin' },
    })
    expect(stateAfter(...chat.slice(0, 2), 'cal@example.test').known.email).toBe('cal@example.test')
  })

  it.each([
    ['name', 1, 'contact'],
    ['contact', 2, 'email'],
    ['address', 3, 'slot'],
  ])('the button that skips the %s', (topic, length, next) => {
    const before = chat.slice(0, length)
    expect(stateAfter(...before).asked?.topic).toBe(topic)
    expect(stateAfter(...before, wordsOf(language).skip).asked?.topic).toBe(next)
  })

  it('the button that skips an email address, and then asks for no other', () => {
    const { skip } = wordsOf(language)
    expect(stateAfter(...chat.slice(0, 2), skip, skip).asked).toBeNull()
  })

  it('the button that skips the phone number of a booked call', () => {
    const before = asking('phone', {
      language,
      known: { name: 'Cal', email: 'cal@example.test', address: '12 Elm St', service_needs: 'Tree Services' },
      booked: '2026-11-23T15:00:00.000Z',
    })
    const turn = respond(aContext(), before, wordsOf(language).skip)
    expect([turn.state.asked, turn.booking]).toEqual([null, null])
  })

  it('an address as the map service writes it', () => {
    const address = '123 Main Street, Austin, Texas 78701'
    expect(stateAfter(...chat.slice(0, 3), address).known.address).toBe(address)
  })
})
