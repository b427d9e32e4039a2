import { describe, expect, it } from 'vitest'
import { shownInboxMessage } from '../../../../src/domain/conversations/shown.ts'
import { isIdle, standingOf } from '../../../../src/domain/conversations/standing.ts'

const taken = { status: 'person', taken_by: 'user_sam', taken_at: '2026-11-20T15:00:00.000Z' }

describe('who answers', () => {
  it.each([
    [{ status: 'agent', taken_by: null }, 'agent'],
    [{ status: 'snoozed', taken_by: null }, 'agent'],
    [{ status: 'needs_person', taken_by: null }, 'needs_person'],
    [taken, 'theirs'],
    [{ ...taken, taken_by: 'user_me' }, 'mine'],
    [{ status: 'closed', taken_by: null }, 'closed'],
  ])('%j: %s', (conversation, standing) => {
    expect(standingOf(conversation, 'user_me')).toBe(standing)
  })

  it('is the agent again once the member has been idle for the owner’s time', () => {
    expect(isIdle(taken, 30, new Date('2026-11-20T15:29:59.999Z'))).toBe(false)
    expect(isIdle(taken, 30, new Date('2026-11-20T15:30:00.000Z'))).toBe(true)
    expect(isIdle({ ...taken, status: 'closed' }, 30, new Date('2026-11-20T16:00:00.000Z'))).toBe(false)
  })
})

it.each([
  ['incoming', 'visitor', null, 'customer', 'Ada'],
  ['outgoing', 'agent', null, 'agent', 'Agent'],
  ['outgoing', 'person', 'Sam', 'person', 'Sam'],
  ['outgoing', 'person', null, 'person', 'Team'],
  ['note', 'person', 'Sam', 'note', 'Note · Sam'],
  ['note', 'agent', null, 'note', 'Note · Agent'],
])('a message %s by %s (%s) is shown as %s, from %s', (message_type, author, author_name, from, sender) => {
  const message = {
    id: 'm',
    position: 0,
    content: 'Hi',
    client_id: null,
    photos: [],
    has_trace: false,
    created_at: '',
  }
  expect(shownInboxMessage({ ...message, message_type, author, author_name }, 'Ada')).toMatchObject({
    from,
    sender,
  })
})
