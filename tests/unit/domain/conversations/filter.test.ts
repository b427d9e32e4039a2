import { expect, it } from 'vitest'
import {
  ALL_CONVERSATIONS,
  conditionCount,
  inboxQuery,
  meets,
  readInboxFilter,
  SWITCHES,
  writeInboxFilter,
} from '../../../../src/domain/conversations/filter.ts'
import { buildConversation } from '../../../support/build-conversation.ts'

const everything = {
  search: 'mulch & more',
  needs_person: true,
  unread: true,
  mine: true,
  lead: true,
  channel: 'website_chat',
}

it.each([ALL_CONVERSATIONS, everything, { ...ALL_CONVERSATIONS, unread: true }])(
  'the URL keeps %j',
  (filter) => {
    const given = Object.entries(writeInboxFilter(filter)).filter(([, value]) => value !== null)
    expect(readInboxFilter(new URLSearchParams(given as [string, string][]))).toEqual(filter)
  },
)

it('a test does not need a person, and is not unread', () => {
  const waiting = { status: 'needs_person', unread: 2 }
  for (const only of ['needs_person', 'unread'] as const) {
    const filter = { ...ALL_CONVERSATIONS, [only]: true }
    expect(meets(buildConversation(waiting), filter, null)).toBe(true)
    expect(meets(buildConversation({ ...waiting, is_test: true }), filter, null)).toBe(false)
  }
})

it('what a URL says otherwise does not filter', () => {
  const params = new URLSearchParams('needs_person=1&unread=&mine=false&channel=%20&search=%00&lead=yes')
  expect(readInboxFilter(params)).toEqual(ALL_CONVERSATIONS)
})

it('the API is asked only for conditions', () => {
  expect(inboxQuery(ALL_CONVERSATIONS)).toBeNull()
  expect(inboxQuery({ ...ALL_CONVERSATIONS, search: ' ' })).toBeNull()
  expect(inboxQuery({ ...everything, search: ' mulch ', unread: false })).toEqual({
    needs_person: 'true',
    mine: 'true',
    lead: 'true',
    channel: 'website_chat',
    q: 'mulch',
  })
})

it('counts conditions, and not the search', () => {
  expect([ALL_CONVERSATIONS, everything, { ...everything, channel: null }].map(conditionCount)).toEqual([
    0, 5, 4,
  ])
})

const MET = { status: 'needs_person', unread: 1, taken_by: 'me', lead_id: 'lead' }
const UNMET = { status: 'agent', unread: 0, taken_by: 'sam', lead_id: null }
it.each(SWITCHES)('%s is a condition of its own', (name) => {
  const filter = { ...ALL_CONVERSATIONS, [name]: true }
  expect(meets(buildConversation(MET), filter, 'me')).toBe(true)
  expect(meets(buildConversation(UNMET), filter, 'me')).toBe(false)
  expect(meets(buildConversation(UNMET), ALL_CONVERSATIONS, 'me')).toBe(true)
})

it('the channel is a condition, and nothing is the unknown user’s', () => {
  expect(meets(buildConversation(), { ...ALL_CONVERSATIONS, channel: 'text' }, 'me')).toBe(false)
  expect(meets(buildConversation(), { ...ALL_CONVERSATIONS, mine: true }, null)).toBe(false)
})
