import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it, vi } from 'vitest'
import { parseAnswer, parseWritten } from '../../../src/api/answer.ts'
import { BadAnswerError } from '../../../src/api/errors.ts'
import { Lead, LeadStats } from '../../../src/contract/leads.ts'
import { DEFAULT_PROFILE, Profile, ProfileUpdate } from '../../../src/contract/profile.ts'
import { buildLead } from '../../support/build-lead.ts'

const leads = v.array(Lead)

describe('parseAnswer', () => {
  it('keeps values of lists that this version does not know', async () => {
    const lead = buildLead({ status: 'archived', source: 'fax' })
    expect(await parseAnswer(leads, JSON.stringify([lead]))).toEqual([lead])
  })

  it('leaves out what nobody agreed on', async () => {
    const lead = buildLead()
    expect(await parseAnswer(leads, JSON.stringify([{ ...lead, secret: 1 }]))).toEqual([lead])
  })

  it('does without what section 3 does not name', async () => {
    const { source: _, notes: _notes, loss_reason: _reason, ...lead } = buildLead()
    expect(await parseAnswer(leads, JSON.stringify([lead]))).toEqual([buildLead({ source: 'unknown' })])
    const { address_details: _place, services_offered: _services, ...profile } = DEFAULT_PROFILE
    expect(await parseAnswer(Profile, JSON.stringify(profile))).toEqual(DEFAULT_PROFILE)
    expect(v.parse(ProfileUpdate, {})).toEqual({})
  })

  it.each([
    ['', 'The server sent an empty answer.'],
    ['  \n', 'The server sent an empty answer.'],
    ['<!doctype html>', 'The server sent a web page instead of data.'],
    ['  <html>', 'The server sent a web page instead of data.'],
    ['[{"id":', 'The server sent an answer that cannot be read.'],
    ['OK', 'The server sent an answer that cannot be read.'],
    ['{}', 'The server sent an answer of an unexpected form.'],
    ['"leads"', 'The server sent an answer of an unexpected form.'],
  ])('refuses %j', async (text, message) => {
    await expect(parseAnswer(leads, text)).rejects.toMatchObject({ name: 'BadAnswerError', message })
  })

  it.each([
    ['null', []],
    ['[null]', []],
    ['[[]]', []],
  ])('reads %j as a list without unreadable items', async (text, items) => {
    vi.spyOn(console, 'warn').mockReturnValue()
    expect(await parseAnswer(leads, text)).toEqual(items)
  })

  it('leaves out the one item of a list that it cannot read, and logs where', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const [first, second, third] = ['1', '2', '3'].map((id) => buildLead({ id }))
    const answer = JSON.stringify([first, { ...second, id: null }, third])
    expect(await parseAnswer(leads, answer)).toEqual([first, third])
    expect(warn).toHaveBeenCalledWith(expect.any(String), expect.stringContaining('1.id: '))
  })

  it('says where an answer departs from its form', async () => {
    await expect(parseAnswer(Profile, '7')).rejects.toMatchObject({
      name: 'BadAnswerError',
      details: expect.stringContaining('answer: '),
    })
  })

  it('reads every item of a long list, in order', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const many = Array.from({ length: 1_201 }, (_, index) => buildLead({ id: String(index) }))
    expect(await parseAnswer(leads, JSON.stringify(many))).toEqual(many)
    const spoilt = many.map((lead, index) => (index === 1_100 ? { ...lead, id: {} } : lead))
    expect(await parseAnswer(leads, JSON.stringify(spoilt))).toEqual(many.toSpliced(1_100, 1))
    expect(warn).toHaveBeenCalledWith(expect.any(String), expect.stringContaining('1100.id: '))
  })

  it('gives what was agreed or throws a BadAnswerError, whatever comes', async () => {
    const bodies = fc.oneof(
      fc.string(),
      fc.json(),
      fc.object().map((value) => JSON.stringify(value)),
    )
    await fc.assert(
      fc.asyncProperty(bodies, async (text) => {
        const outcome = await parseAnswer(LeadStats, text).catch((thrown) => thrown)
        expect(outcome instanceof BadAnswerError || v.is(LeadStats, outcome)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

describe('parseWritten', () => {
  it.each(['', ' ', 'null', '{}', '{"success":true}', 'OK', '7', '[]', '"done"'])(
    'takes %j for a success that says nothing',
    (text) => {
      expect(parseWritten(null, text)).toBeUndefined()
      expect(parseWritten(Profile, text)).toEqual({})
      expect(parseWritten(leads, text)).toEqual(text === '[]' ? [] : null)
    },
  )

  it('returns the fields that it can read, and no defaults for the others', () => {
    const text = JSON.stringify({ success: true, agent_name: 'Sage', use_emojis: 'no', phone: 5550100 })
    expect(parseWritten(Profile, text)).toEqual({ agent_name: 'Sage', phone: '5550100' })
  })

  it('refuses a web page', () => {
    for (const schema of [null, Profile, leads]) {
      expect(() => parseWritten(schema, ' <html>')).toThrow(BadAnswerError)
    }
  })
})
