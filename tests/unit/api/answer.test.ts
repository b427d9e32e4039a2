import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { parseAnswer } from '../../../src/api/answer.ts'
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

  it('takes no body where none was agreed', async () => {
    expect(await parseAnswer(null, '')).toBeUndefined()
  })

  it.each([
    ['', 'The server sent an empty answer.'],
    ['  \n', 'The server sent an empty answer.'],
    ['<!doctype html>', 'The server sent a web page instead of data.'],
    ['  <html>', 'The server sent a web page instead of data.'],
    ['[{"id":', 'The server sent an answer that cannot be read.'],
    ['OK', 'The server sent an answer that cannot be read.'],
    ['null', 'The server sent an answer of an unexpected form.'],
    ['{}', 'The server sent an answer of an unexpected form.'],
    ['[null]', 'The server sent an answer of an unexpected form.'],
    ['[[]]', 'The server sent an answer of an unexpected form.'],
    ['"leads"', 'The server sent an answer of an unexpected form.'],
  ])('refuses %j', async (text, message) => {
    await expect(parseAnswer(leads, text)).rejects.toMatchObject({ name: 'BadAnswerError', message })
  })

  it('refuses a web page where no body was agreed', async () => {
    await expect(parseAnswer(null, '<html>')).rejects.toThrow(BadAnswerError)
  })

  it.each([
    ['a field is missing', { status: undefined }, '0.status: '],
    ['a field is null', { id: null }, '0.id: '],
    ['a field is of another type', { source: 7 }, '0.source: '],
    ['a time is no time', { created_at: 'yesterday' }, '0.created_at: '],
    ['a field within is missing', { extracted_metadata: {} }, '0.extracted_metadata.name: '],
  ])('says where: %s', async (_, change, where) => {
    const answer = JSON.stringify([{ ...buildLead(), ...change }])
    await expect(parseAnswer(leads, answer)).rejects.toMatchObject({
      name: 'BadAnswerError',
      details: expect.stringContaining(where),
    })
  })

  it('checks every item of a long list, in order', async () => {
    const many = Array.from({ length: 1_201 }, (_, index) => buildLead({ id: String(index) }))
    expect(await parseAnswer(leads, JSON.stringify(many))).toEqual(many)
    const spoilt = many.map((lead, index) => (index === 1_100 ? { ...lead, status: 1 } : lead))
    await expect(parseAnswer(leads, JSON.stringify(spoilt))).rejects.toMatchObject({
      details: expect.stringContaining('1100.status: '),
    })
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
