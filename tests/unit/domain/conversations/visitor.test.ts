import { describe, expect, it } from 'vitest'
import type { InboxMessage, ThreadVisitor } from '../../../../src/contract/conversations.ts'
import { absenceText, presenceText, receiptOf } from '../../../../src/domain/conversations/visitor.ts'

const NOW = new Date('2026-06-01T12:05:00.000Z')
const LEFT = '2026-06-01T12:00:00.000Z'

const visitor = (fields: Partial<ThreadVisitor> = {}): ThreadVisitor => ({
  is_here: false,
  left_at: null,
  received_position: null,
  read_position: null,
  read_at: null,
  reply_way: 'email',
  reply_email: 'ana@lee.test',
  reply_phone: null,
  ...fields,
})

const message = (position: number, fields: Partial<InboxMessage> = {}): InboxMessage => ({
  id: `message ${position}`,
  position,
  message_type: 'outgoing',
  author: 'person',
  author_name: 'Olivia',
  content: 'Hello',
  client_id: null,
  photos: [],
  has_trace: false,
  created_at: LEFT,
  ...fields,
})
const written = (position: number) => message(position, { message_type: 'incoming', author: 'visitor' })
const note = (position: number) => message(position, { message_type: 'note' })

it.each([
  [{ is_here: true }, 'Here now'],
  [{ left_at: LEFT }, 'Left 5 minutes ago'],
  [{ left_at: NOW.toISOString() }, 'Left just now'],
  [{}, ''],
])('of a visitor with %j, the bar says "%s"', (fields, text) => {
  expect(presenceText(visitor(fields), NOW)).toBe(text)
})

it.each([
  [{ is_here: true, left_at: LEFT }, ''],
  [
    { left_at: LEFT },
    'Ana left 5 minutes ago. Your reply is emailed to ana@lee.test if it isn’t read within 5 minutes.',
  ],
  [{}, 'Your reply is emailed to ana@lee.test if it isn’t read within 5 minutes.'],
  [
    { left_at: LEFT, reply_way: 'no_address', reply_email: null },
    'Ana left 5 minutes ago. Your reply waits in the chat, because there is no email address from the visitor.',
  ],
  [
    { reply_way: 'no_contact' },
    'Your reply waits in the chat, because the visitor asked not to be contacted.',
  ],
  [{ left_at: LEFT, reply_way: 'a later way' }, 'Ana left 5 minutes ago.'],
])('of a visitor with %j, the field says "%s"', (fields, text) => {
  expect(absenceText(visitor(fields), 'Ana', NOW)).toBe(text)
})

describe('the receipt', () => {
  it.each([
    [{ is_here: true }, 'Sent'],
    [{ left_at: LEFT }, 'Sent'],
    [{ received_position: 0 }, 'Sent'],
    [{ received_position: 1, read_position: 0 }, 'Delivered'],
    [{ received_position: 1, read_position: 1 }, 'Seen'],
  ])('of a visitor with %j is %s', (fields, text) => {
    expect(receiptOf([written(0), message(1)], visitor(fields))).toEqual({ messageId: 'message 1', text })
  })

  it('is missing if the browser has never reported anything', () => {
    expect(receiptOf([message(0)], visitor())).toBeNull()
  })

  it('says when it was seen', () => {
    const seen = visitor({ received_position: 1, read_position: 1, read_at: '2026-06-01T13:32:00.000Z' })
    expect(receiptOf([message(1)], seen)?.text).toMatch(/^Seen 11:02/)
  })

  it('is below the last message of the business, whatever notes follow, until the visitor writes', () => {
    expect(receiptOf([message(0), message(1), note(2)], visitor({ left_at: LEFT }))?.messageId).toBe(
      'message 1',
    )
    expect(receiptOf([message(0), written(1), note(2)], visitor({ left_at: LEFT }))).toBeNull()
  })
})

it('an API that knows nothing about presence shows nothing', () => {
  for (const unknown of [null, undefined]) {
    expect(presenceText(unknown, NOW)).toBe('')
    expect(absenceText(unknown, 'Ana', NOW)).toBe('')
    expect(receiptOf([message(0)], unknown)).toBeNull()
  }
})
