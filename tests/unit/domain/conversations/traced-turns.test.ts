import { expect, it } from 'vitest'
import { readResponse } from '../../../../src/api/read-response.ts'
import { InboxMessage } from '../../../../src/contract/conversations.ts'
import { shownThread } from '../../../../src/domain/conversations/shown.ts'
import { tracedTurns } from '../../../../src/domain/conversations/traced-turns.ts'
import { buildConversation } from '../../../support/build-conversation.ts'

const written = (id: string, author: string, more: Partial<InboxMessage> = {}): InboxMessage => ({
  id,
  author,
  position: 0,
  message_type: author === 'visitor' ? 'incoming' : 'outgoing',
  author_name: null,
  content: `${id}.`,
  client_id: null,
  photos: [],
  has_trace: false,
  created_at: '',
  ...more,
})

const thread = (...messages: InboxMessage[]) => ({
  conversation: buildConversation(),
  messages,
  translation: null,
})

it('a turn is the messages from the one with a trace to the next that the agent did not write', () => {
  const turns = tracedTurns(
    thread(
      written('greeting', 'agent'),
      written('hi', 'visitor'),
      written('note', 'agent', { message_type: 'note' }),
      written('a', 'agent', { has_trace: true }),
      written('b', 'agent'),
      written('sam', 'person'),
      written('c', 'agent', { has_trace: true }),
      written('sod?', 'visitor'),
      written('untraced', 'agent'),
    ),
  )
  expect(turns).toEqual([
    {
      conversationId: 'conversation',
      messageId: 'a',
      messageIds: ['a', 'b'],
      asked: 'hi.',
      answer: 'a.\nb.',
    },
    { conversationId: 'conversation', messageId: 'c', messageIds: ['c'], asked: '', answer: 'c.' },
  ])
})

it('each message of a turn leads to its reasons', () => {
  const messages = shownThread(
    thread(written('hi', 'visitor'), written('a', 'agent', { has_trace: true }), written('b', 'agent')),
    'Ada',
  )
  expect(messages.map(({ turn }) => turn?.messageId)).toEqual([undefined, 'a', 'a'])
})

it('a message from an API that has no traces has none', () => {
  const { has_trace, ...message } = written('a', 'agent')
  expect(readResponse(InboxMessage, message)).toEqual({ ...message, has_trace: false })
})
