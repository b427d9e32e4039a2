import { expect, it } from 'vitest'
import { ALL_CONVERSATIONS } from '../../../../src/domain/conversations/filter.ts'
import { inGroups } from '../../../../src/domain/conversations/groups.ts'
import { buildConversation } from '../../../support/build-conversation.ts'

const at = (id: string, minute: number, needs: string | null = null, fields = {}) =>
  buildConversation({
    id,
    status: needs === null ? 'agent' : 'needs_person',
    needs,
    last_message_at: `2026-06-01T12:${minute}:00.000Z`,
    ...fields,
  })

const idsOf = (
  rows: Parameters<typeof inGroups>[0],
  waiting: Parameters<typeof inGroups>[1] = [],
  filter = ALL_CONVERSATIONS,
) => {
  const { needing, others } = inGroups(rows, waiting, filter, 'me')
  return { needing: needing.map(({ id }) => id), others: others.map(({ id }) => id) }
}

it('who needs a person comes first, by urgency and waiting time; the others stay in order', () => {
  const rows = [
    at('new', 40),
    at('asked', 30, 'asked'),
    at('old', 20),
    at('early', 15, 'asked'),
    at('gas', 35, 'emergency'),
  ]
  expect(idsOf(rows)).toEqual({ needing: ['gas', 'early', 'asked'], others: ['new', 'old'] })
})

it('who needs a person is there even if too old for the loaded rows, once', () => {
  const asked = at('asked', 30, 'asked')
  const waiting = [asked, at('old', 10, 'asked')]
  expect(idsOf([at('new', 40), asked], waiting)).toEqual({ needing: ['old', 'asked'], others: ['new'] })
})

it('a filter applies to them, and a search adds none', () => {
  const waiting = [at('read', 30, 'asked'), at('unread', 31, 'asked', { unread: 2 })]
  expect(idsOf([], waiting, { ...ALL_CONVERSATIONS, unread: true }).needing).toEqual(['unread'])
  expect(idsOf([], waiting, { ...ALL_CONVERSATIONS, search: 'gas' }).needing).toEqual([])
})

it('a test is among the others', () => {
  expect(idsOf([at('test', 30, 'asked', { is_test: true })])).toEqual({ needing: [], others: ['test'] })
})
