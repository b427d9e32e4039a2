import { expect, it } from 'vitest'
import {
  type InboxRows,
  withFirstPage,
  withNextPage,
  withRow,
} from '../../../../src/domain/conversations/inbox-rows.ts'
import { buildConversation } from '../../../support/build-conversation.ts'

const START = Date.parse('2026-06-01T12:00:00.000Z')
/** A conversation by its name and the minute of its last message. */
const at = (name: string, minute: number, unread = 0) =>
  buildConversation({ id: name, last_message_at: new Date(START + minute * 60_000).toISOString(), unread })
const page = (cursor: string | null, ...conversations: ReturnType<typeof at>[]) => ({ conversations, cursor })
const rows = (cursor: string | null, ...listed: ReturnType<typeof at>[]): InboxRows => ({
  rows: listed,
  cursor,
})
const names = ({ rows: listed }: InboxRows) => listed.map(({ id }) => id).join('')

const LOADED = rows('after e', at('a', 9), at('b', 8), at('c', 7), at('d', 6), at('e', 5))

it('a new message moves one row to the top, and the older rows stay', () => {
  const next = withFirstPage(LOADED, page('after b', at('d', 10, 1), at('a', 9), at('b', 8)), null)
  expect(names(next)).toBe('dabce')
  expect(next.cursor).toBe('after e')
  expect(next.rows[0]?.unread).toBe(1)
})

it('a row that has left the first page moves down, and is not lost', () => {
  const next = withFirstPage(LOADED, page('after a', at('z', 11), at('a', 9)), null)
  expect(names(next)).toBe('zabcde')
})

it('a row that is gone from the first page is removed, unless it is open', () => {
  const now = page('after c', at('a', 9), at('c', 7))
  expect(names(withFirstPage(LOADED, now, null))).toBe('acde')
  expect(names(withFirstPage(LOADED, now, 'b'))).toBe('abcde')
  expect(names(withFirstPage(LOADED, page(null), 'b'))).toBe('b')
})

it('after more changes than a page has, the older rows load again', () => {
  const next = withFirstPage(LOADED, page('after y', at('z', 12), at('y', 11)), null)
  expect(names(next)).toBe('zy')
  expect(next.cursor).toBe('after y')
})

it('a row with a newer message does not make the rows continuous', () => {
  expect(names(withFirstPage(LOADED, page('after e', at('z', 12), at('e', 11)), null))).toBe('ze')
})

it('a page without more is the whole list', () => {
  const next = withFirstPage(LOADED, page(null, at('a', 9), at('b', 8)), null)
  expect(names(next)).toBe('ab')
  expect(next.cursor).toBeNull()
})

it('the next page follows, each conversation once', () => {
  const next = withNextPage(LOADED, page('after g', at('e', 5), at('f', 4), at('g', 3)))
  expect(names(next)).toBe('abcdefg')
  expect(next.cursor).toBe('after g')
})

it('a cursor that leads nowhere new ends the list', () => {
  expect(withNextPage(LOADED, page('after e', at('e', 5))).cursor).toBeNull()
})

it('one row is replaced at its new place, or removed', () => {
  expect(names(withRow(LOADED, 'e', at('e', 8.5)))).toBe('aebcd')
  expect(names(withRow(LOADED, 'b', at('b', 1)))).toBe('acdeb')
  expect(names(withRow(LOADED, 'b', null))).toBe('acde')
})
