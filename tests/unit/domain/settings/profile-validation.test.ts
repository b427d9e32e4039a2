import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { DEFAULT_PROFILE, Profile } from '../../../../src/contract/profile.ts'
import { FIELD_ORDER, mostCharacters, SETTINGS_FIELDS } from '../../../../src/domain/settings/fields.ts'
import {
  characterCount,
  emailHint,
  hintOf,
  lengthHint,
  urlHint,
  withScheme,
} from '../../../../src/domain/settings/profile-validation.ts'
import { type ProfileField, settingsOf } from '../../../../src/domain/settings/settings.ts'

const FIELDS = Object.keys(DEFAULT_PROFILE) as ProfileField[]
const TEXTS = FIELDS.filter((field) => v.is<v.GenericSchema>(Profile.entries[field], 'x'))

const settings = (change: Partial<typeof DEFAULT_PROFILE>) =>
  settingsOf({ ...DEFAULT_PROFILE, ...change }, [], [], '')

describe('length limits', () => {
  it.each(TEXTS)("%s: the limit is the server's", (field) => {
    const entry: v.GenericSchema = Profile.entries[field]
    const most = mostCharacters(field) ?? 0
    expect(v.is(entry, 'x'.repeat(most))).toBe(true)
    expect(v.is(entry, 'x'.repeat(most + 1))).toBe(false)
    expect(hintOf(field, settings({ [field]: 'x'.repeat(most + 1) }))).toEqual({
      level: 'error',
      message: '1 character too long',
    })
  })

  it('exist only for texts', () => {
    const limited = FIELD_ORDER.filter((field) => mostCharacters(field) !== undefined)
    expect(limited.toSorted()).toEqual(TEXTS.toSorted())
  })

  it.each([
    [null, null],
    ['x'.repeat(399), null],
    ['x'.repeat(400), '400 / 500'],
    ['x'.repeat(1_234), '1,234 / 500'],
  ])('show a count when the text is near the limit', (text, expected) =>
    expect(characterCount(text, 500)).toBe(expected),
  )

  it('say how many characters are too many', () => {
    expect(lengthHint('x'.repeat(500), 500)).toBeNull()
    expect(lengthHint('x'.repeat(1_502), 500)?.message).toBe('1,002 characters too long')
  })
})

describe('help', () => {
  it.each([
    [null, false],
    [' ', false],
    ['a@b.co', false],
    [' ann+x@mail.example.com ', false],
    ["o'brien@exämple.de", false],
    ['ann', true],
    ['ann@', true],
    ['ann@host', true],
    ['ann@@b.co', true],
    ['ann@b.co, bob@b.co', true],
    ['ann @b.co', true],
  ])('with the email %j: %s', (email, isHelped) => {
    expect(emailHint(email) !== null).toBe(isHelped)
  })

  it.each([
    ['greenacres.com', 'https://greenacres.com'],
    ['  greenacres.com/a?b#c ', 'https://greenacres.com/a?b#c'],
    ['//greenacres.com', 'https://greenacres.com'],
    ['http://greenacres.com', 'http://greenacres.com'],
    ['HTTPS://x.io', 'HTTPS://x.io'],
    ['mailto:a@b.co', 'mailto:a@b.co'],
    ['not a site', 'not a site'],
    ['greenacres', 'greenacres'],
    ['', ''],
  ])('with the address %j: %j', (typed, expected) => {
    expect(withScheme(typed)).toBe(expected)
    expect(withScheme(withScheme(typed))).toBe(withScheme(typed))
  })

  it.each([
    [null, false],
    ['greenacres.com', false],
    ['https://cal.com/green-acres', false],
    ['http://localhost:3000', false],
    ['greenacres', true],
    ['not a site', true],
    ['javascript:alert(1)', true],
    ['https://', true],
  ])('with the web address %j: %s', (url, isHelped) => {
    expect(urlHint(url) !== null).toBe(isHelped)
  })

  it('shows an error for a link that the server refuses', () => {
    expect(urlHint(' javascript:alert(1)')).toEqual({
      level: 'error',
      message: 'A link must begin with https:// or http://',
    })
    expect(urlHint('not a site')?.level).toBe('warning')
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const typed = settings(Object.fromEntries(TEXTS.map((field) => [field, text])))
        for (const field of TEXTS) hintOf(field, typed)
        withScheme(text)
      }),
      { numRuns: 50 },
    )
  })
})

describe('fields', () => {
  it('with an asterisk are those of section 5', () => {
    const required = FIELD_ORDER.filter((field) => SETTINGS_FIELDS[field].isRequired)
    expect(required).toEqual(['business_name', 'phone', 'email', 'agent_name', 'escalation_email'])
  })

  it('start without messages, except for the empty escalation email and the pale default color', () => {
    const said = FIELDS.filter((field) => hintOf(field, settings({})))
    expect(said).toEqual(['widget_color', 'escalation_email'])
    expect(hintOf('escalation_email', settings({}))?.level).toBe('error')
  })

  it.each([
    [{ escalation_email: 'x' }, 'escalation_email', 'This may not be a complete email address'],
    [
      { service_area_zipcodes: ['1', '2', '3', '4', '5'] },
      'service_area_zipcodes',
      'Please check: 1, 2, 3 and 2 more',
    ],
    [{ service_area_zipcodes: ['12345'] }, 'service_area_zipcodes', undefined],
    [{ service_area_type: 'cities' }, 'service_area_type', 'Add the cities you serve'],
    [
      {
        business_hours: [
          { day: 'monday', isOpen: true, openTime: '09:00', closeTime: '12:00' },
          { day: 'monday', isOpen: true, openTime: '11:00', closeTime: '17:00' },
        ],
      },
      'business_hours',
      'Hours of a day must be in order and must not overlap: Monday',
    ],
    [
      {
        call_hours: [
          { day: 'monday', isOpen: true, openTime: '15:00', closeTime: '17:00' },
          { day: 'monday', isOpen: true, openTime: '09:00', closeTime: '10:00' },
        ],
      },
      'call_hours',
      'Hours of a day must be in order and must not overlap: Monday',
    ],
    [{ call_hours: null }, 'call_hours', undefined],
    [{ use_emojis: true }, 'use_emojis', undefined],
  ] as const)('%j: %s shows %j', (change, field, expected) => {
    expect(hintOf(field, settings(change as never))?.message).toBe(expected)
  })
})
