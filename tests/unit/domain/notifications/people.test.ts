import { describe, expect, it } from 'vitest'
import { ESCALATION_PERSON, type Person } from '../../../../src/contract/notification-settings.ts'
import {
  changed,
  choicesText,
  chosen,
  emailProblem,
  isNumber,
  missingFor,
  moved,
  personName,
} from '../../../../src/domain/notifications/people.ts'

const NOTHING: Person['choices'] = { needs_person: [], new_lead: [], booking: [], daily_summary: [] }
const ADA: Person = {
  id: 'ada',
  name: 'Ada',
  email: 'ada@example.com',
  phone: '+16145550142',
  sms_consent: true,
  choices: { ...NOTHING, needs_person: ['email', 'sms'], new_lead: ['email'] },
}

describe('a changed person', () => {
  it('without consent is not texted', () => {
    expect(changed(ADA, { sms_consent: false }).choices).toEqual({
      ...NOTHING,
      needs_person: ['email'],
      new_lead: ['email'],
    })
  })

  it.each(['+16145550143', null])('with the number %s has not consented yet', (phone) => {
    const next = changed(ADA, { phone })
    expect(next).toMatchObject({ phone, sms_consent: false })
    expect(next.choices.needs_person).toEqual(['email'])
  })

  it('with another name keeps everything else', () => {
    expect(changed(ADA, { name: 'Ada L.' })).toEqual({ ...ADA, name: 'Ada L.' })
  })
})

it('a choice is switched once', () => {
  const on = chosen(NOTHING, 'booking', 'sms', true)
  expect(on.booking).toEqual(['sms'])
  expect(chosen(on, 'booking', 'sms', true).booking).toEqual(['sms'])
  expect(chosen(on, 'booking', 'sms', false)).toEqual(NOTHING)
})

it('says what a person is notified of', () => {
  expect(choicesText(ADA.choices)).toBe('Email: Needs a person, New lead · Text: Needs a person')
  expect(choicesText(NOTHING)).toBe('Gets no notifications')
  expect(
    choicesText({
      needs_person: ['email'],
      new_lead: ['email'],
      booking: ['email'],
      daily_summary: ['email'],
    }),
  ).toBe('Email: everything')
})

it('says what is missing to reach a person', () => {
  const escalation = { ...ADA, id: ESCALATION_PERSON, email: null }
  expect(missingFor('email', ADA, null)).toBeNull()
  expect(missingFor('email', { ...ADA, email: null }, 'other@example.com')).toBe(
    'Enter an email address first.',
  )
  expect(missingFor('email', escalation, 'owner@example.com')).toBeNull()
  expect(missingFor('email', escalation, null)).toBe('Enter the Escalation Email above and save it.')
  expect(missingFor('sms', ADA, null)).toBeNull()
  expect(missingFor('sms', { ...ADA, phone: null }, null)).toBe('Enter a phone number first.')
  expect(missingFor('sms', { ...ADA, sms_consent: false }, null)).toBe(
    'Confirm below that they agreed to get texts.',
  )
})

it('names people by what is known', () => {
  expect(personName(ADA, 2)).toBe('Ada')
  expect(personName({ ...ADA, name: ' ' }, 2)).toBe('ada@example.com')
  expect(personName({ ...ADA, name: '', email: null, phone: null }, 2)).toBe('Person 2')
  expect(personName({ id: ESCALATION_PERSON, name: '', email: null, phone: null }, 1)).toBe(
    'Escalation contact',
  )
})

it('moves a person, and leaves an unknown one alone', () => {
  const people = ['a', 'b', 'c'].map((id) => ({ ...ADA, id }))
  const ids = (id: string, to: number) => moved(people, id, to).map((each) => each.id)
  expect(ids('c', 0)).toEqual(['c', 'a', 'b'])
  expect(ids('a', 1)).toEqual(['b', 'a', 'c'])
  expect(ids('x', 0)).toEqual(['a', 'b', 'c'])
})

it.each([
  ['', true],
  [' ada@example.com ', true],
  ['ada', false],
  ['ada@example', false],
  ['ada@exa mple.com', false],
])('%j is accepted as an email address: %s', (text, isFine) => {
  expect(emailProblem(text) === null).toBe(isFine)
})

it('tells numbers from addresses', () => {
  expect([isNumber('+16145550142'), isNumber('ada@example.com')]).toEqual([true, false])
})
