import { describe, expect, it } from 'vitest'
import { holderOf } from '../../../src/api/conversations.ts'
import { ApiError, NetworkError, refusal } from '../../../src/api/errors.ts'
import { parseResponse } from '../../../src/api/tolerant-response.ts'
import { listConversations, readInboxConversation } from '../../../src/contract/conversations.ts'

const CREATED = '2026-11-20T15:00:00.000Z'
const BARE = {
  channel: 'website_chat',
  status: 'agent',
  needs: null,
  taken_by: null,
  taken_by_name: null,
  taken_at: null,
  name: null,
  city: null,
  page: null,
  lead_id: null,
  lead_status: null,
  booking_start_time: null,
  last_excerpt: '',
  last_author: 'visitor',
  unread: 0,
  created_at: CREATED,
  last_message_at: CREATED,
}

describe('the member who answers', () => {
  const taken = (details: unknown) => refusal(409, 'Conflict', { message: 'Sam is answering', details })

  it('is named in the refusal', () => {
    expect(holderOf(taken({ taken_by: 'user_1', taken_by_name: 'Sam' }))).toEqual({
      userId: 'user_1',
      name: 'Sam',
    })
  })

  it('is not in another refusal or failure', () => {
    expect(holderOf(refusal(409, 'Conflict', { message: 'This conversation is full' }))).toBeNull()
    expect(holderOf(new ApiError('Gone', 404, { details: { taken_by: 'user_1' } }))).toBeNull()
    expect(holderOf(new NetworkError())).toBeNull()
  })
})

describe('an inbox from another API', () => {
  it('lists conversations that lack all but their id and time', () => {
    const sent = { conversations: [{ id: 7, created_at: '2026-11-20 15:00:00' }, { page: '/' }] }
    expect(parseResponse(listConversations.reply, JSON.stringify(sent))).toEqual({
      conversations: [{ ...BARE, id: '7' }],
      cursor: null,
      needs_person: 0,
      unread: 0,
    })
  })

  it('shows messages whose author is not known', () => {
    const sent = {
      conversation: { id: 'c', created_at: CREATED, status: 'snoozed' },
      messages: [
        { id: 'a', message_type: 'incoming', content: 'Hi' },
        { id: 'b', position: 1, message_type: 'sms', content: 'Hello' },
      ],
    }
    expect(parseResponse(readInboxConversation.reply, JSON.stringify(sent))).toEqual({
      conversation: { ...BARE, id: 'c', status: 'snoozed' },
      messages: [
        {
          id: 'a',
          position: 0,
          message_type: 'incoming',
          author: 'visitor',
          author_name: null,
          content: 'Hi',
          photos: [],
          client_id: null,
          has_trace: false,
          created_at: '',
        },
        {
          id: 'b',
          position: 1,
          message_type: 'sms',
          author: 'agent',
          author_name: null,
          content: 'Hello',
          photos: [],
          client_id: null,
          has_trace: false,
          created_at: '',
        },
      ],
      translation: null,
    })
  })
})
