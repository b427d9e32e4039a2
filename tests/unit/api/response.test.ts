import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it, vi } from 'vitest'
import { BadResponseError } from '../../../src/api/errors.ts'
import { parseInTurns, parseResponse, parseWritten } from '../../../src/api/tolerant-response.ts'
import { Lead, LeadChanges, LeadStats } from '../../../src/contract/leads.ts'
import { DEFAULT_PROFILE, Profile, ProfileUpdate } from '../../../src/contract/profile.ts'
import { buildLead } from '../../support/build-lead.ts'

const leads = v.array(Lead)

describe('parseResponse', () => {
  it('keeps unknown values of enumerated fields', () => {
    const lead = buildLead({ status: 'archived', source: 'fax' })
    expect(parseResponse(leads, JSON.stringify([lead]))).toEqual([lead])
  })

  it('drops fields that are not in the contract', () => {
    const lead = buildLead()
    expect(parseResponse(leads, JSON.stringify([{ ...lead, secret: 1 }]))).toEqual([lead])
  })

  it('accepts missing optional fields', () => {
    const { source: _, notes: _notes, loss_reason: _reason, ...lead } = buildLead()
    expect(parseResponse(leads, JSON.stringify([lead]))).toEqual([buildLead({ source: 'unknown' })])
    const { address_details: _place, services_offered: _services, ...profile } = DEFAULT_PROFILE
    expect(parseResponse(Profile, JSON.stringify(profile))).toEqual(DEFAULT_PROFILE)
    expect(v.parse(ProfileUpdate, {})).toEqual({})
  })

  it.each([
    ['', 'The server sent an empty response.'],
    ['  \n', 'The server sent an empty response.'],
    ['<!doctype html>', 'The server sent a web page instead of data.'],
    ['  <html>', 'The server sent a web page instead of data.'],
    ['[{"id":', 'The server sent an unreadable response.'],
    ['OK', 'The server sent an unreadable response.'],
    ['{}', 'The server sent a response in an unexpected format.'],
    ['"leads"', 'The server sent a response in an unexpected format.'],
  ])('rejects %j', (text, message) => {
    expect(() => parseResponse(leads, text)).toThrow(
      expect.objectContaining({ name: 'BadResponseError', message }),
    )
  })

  it.each([
    ['null', []],
    ['[null]', []],
    ['[[]]', []],
  ])('parses %j as a list without its unreadable items', (text, items) => {
    vi.spyOn(console, 'warn').mockReturnValue()
    expect(parseResponse(leads, text)).toEqual(items)
  })

  it('skips the unreadable item of a list and logs its path', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const [first, second, third] = ['1', '2', '3'].map((id) => buildLead({ id }))
    const response = JSON.stringify([first, { ...second, id: null }, third])
    expect(parseResponse(leads, response)).toEqual([first, third])
    expect(warn).toHaveBeenCalledWith(expect.any(String), expect.stringContaining('1.id: '))
  })

  it('names the path of the first mismatch', () => {
    expect(() => parseResponse(Profile, '7')).toThrow(
      expect.objectContaining({ name: 'BadResponseError', details: expect.stringContaining('response: ') }),
    )
  })

  it('parses every item of a long list, in order', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const many = Array.from({ length: 1_201 }, (_, index) => buildLead({ id: String(index) }))
    expect(parseResponse(leads, JSON.stringify(many))).toEqual(many)
    const spoilt = many.map((lead, index) => (index === 1_100 ? { ...lead, id: {} } : lead))
    expect(parseResponse(leads, JSON.stringify(spoilt))).toEqual(many.toSpliced(1_100, 1))
    expect(warn).toHaveBeenCalledWith(expect.any(String), expect.stringContaining('1100.id: '))
  })

  it('returns parsed data or throws BadResponseError for any input', () => {
    const bodies = fc.oneof(
      fc.string(),
      fc.json(),
      fc.object().map((value) => JSON.stringify(value)),
    )
    fc.assert(
      fc.property(bodies, (text) => {
        let outcome: unknown
        try {
          outcome = parseResponse(LeadStats, text)
        } catch (thrown) {
          outcome = thrown
        }
        expect(outcome instanceof BadResponseError || v.is(LeadStats, outcome)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

describe('parseWritten', () => {
  it.each(['', ' ', 'null', '{}', '{"success":true}', 'OK', '7', '[]', '"done"'])(
    'accepts %j as an empty success',
    (text) => {
      expect(parseWritten(null, text)).toBeUndefined()
      expect(parseWritten(Profile, text)).toEqual({})
      expect(parseWritten(leads, text)).toEqual(text === '[]' ? [] : null)
    },
  )

  it('returns the readable fields without adding defaults', () => {
    const text = JSON.stringify({ success: true, agent_name: 'Sage', use_emojis: 'maybe', phone: 5550100 })
    expect(parseWritten(Profile, text)).toEqual({ agent_name: 'Sage', phone: '5550100' })
  })

  it('rejects a web page', () => {
    for (const schema of [null, Profile, leads]) {
      expect(() => parseWritten(schema, ' <html>')).toThrow(BadResponseError)
    }
  })
})

describe('parseInTurns', () => {
  const many = Array.from({ length: 300 }, (_, index) => buildLead({ id: String(index) }))
  const part = { kind: 'more', cursor: '1-2', total: 400, removed: ['gone'], leads: many }
  const list = v.union([leads, LeadChanges])

  it.each([
    ['a list', leads, many],
    ['an object with a list', list, part],
    ['a list without items', leads, []],
    ['an object without items', list, { ...part, leads: [] }],
    ['an object without a list', LeadStats, { total: 1 }],
    ['a list with unreadable items', leads, [...many, { id: {} }, 7]],
    ['an object with unreadable items', list, { ...part, leads: [...many, { id: {} }, 7] }],
    [
      'missing fields',
      list,
      { ...part, removed: undefined, leads: many.map(({ notes: _, ...lead }) => lead) },
    ],
  ])('reads %s like parseResponse', async (_, schema, written) => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const text = JSON.stringify(written)
    expect(await parseInTurns(schema, text)).toEqual(parseResponse(schema, text))
  })

  it.each([
    ['nothing', leads, ''],
    ['another value', leads, '7'],
    ['an object for a list', leads, '{}'],
    ['a list without readable items', list, JSON.stringify({ ...part, leads: [7] })],
    ['an object with an unreadable field', list, JSON.stringify({ ...part, kind: 'other' })],
  ])('treats %s like parseResponse', async (_, schema, text) => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const outcomeOf = async (parse: () => unknown) => {
      try {
        return await parse()
      } catch (error) {
        return error
      }
    }
    expect(await outcomeOf(() => parseInTurns(schema, text))).toEqual(
      await outcomeOf(() => parseResponse(schema, text)),
    )
  })

  it('lets the page work between two items', async () => {
    let time = 0
    vi.spyOn(performance, 'now').mockImplementation(() => {
      time += 8
      return time
    })
    let turns = 0
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      turns += 1
      port2.postMessage(null)
    }
    port2.postMessage(null)
    await parseInTurns(leads, JSON.stringify(many))
    port1.close()
    expect(turns).toBeGreaterThan(10)
  })
})
