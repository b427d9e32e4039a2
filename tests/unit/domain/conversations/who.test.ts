import { expect, it } from 'vitest'
import { channelName, lastAuthor, whoOf } from '../../../../src/domain/conversations/who.ts'
import { buildConversation } from '../../../support/build-conversation.ts'

it.each([
  [{ name: ' Dana Whitfield ', city: 'Columbus', page: '/pricing' }, 'Dana Whitfield'],
  [{ name: '\u200b', city: 'Columbus', page: '/pricing' }, 'Visitor from Columbus'],
  [{ page: '/pricing' }, 'Visitor on /pricing'],
  [{ page: '/' }, 'Visitor on the home page'],
  [{ city: 'Columbus', page: '/preview.html' }, 'Visitor in the preview'],
  [{ city: ' ', page: '' }, 'Visitor'],
])('%j is %s', (fields, who) => expect(whoOf(buildConversation(fields))).toBe(who))

it.each([
  [{ last_author: 'visitor' }, 'Visitor'],
  [{ last_author: 'agent', taken_by: 'me' }, 'Agent'],
  [{ last_author: 'person', taken_by: 'me', taken_by_name: 'Olivia' }, 'You'],
  [{ last_author: 'person', taken_by: 'sam', taken_by_name: 'Sam' }, 'Sam'],
  [{ last_author: 'person' }, 'Team'],
])('the last message of %j is by %s', (fields, author) => {
  expect(lastAuthor(buildConversation(fields), 'me')).toBe(author)
})

it('nobody is "you" before the user is known', () => {
  expect(lastAuthor(buildConversation({ last_author: 'person', taken_by: null }), null)).toBe('Team')
})

it.each([
  ['website_chat', 'Website chat'],
  ['text_message', 'Text message'],
])('the channel %s is %s', (channel, name) => expect(channelName(channel)).toBe(name))
