import type { InboxConversation, InboxQuery } from '../../contract/conversations.ts'
import { searchable } from '../leads/filter.ts'
import { needsPerson } from './state.ts'

/** The filter conditions that are on or off, as named in the URL and in the API's query. */
export const SWITCHES = ['needs_person', 'unread', 'mine', 'lead'] as const
export type Switch = (typeof SWITCHES)[number]

/** The inbox filter. A conversation must meet all conditions. */
export interface InboxFilter extends Record<Switch, boolean> {
  search: string
  channel: string | null
}

export const ALL_CONVERSATIONS: InboxFilter = {
  search: '',
  needs_person: false,
  unread: false,
  mine: false,
  lead: false,
  channel: null,
}

/** Returns the filter from a URL. Ignores invalid parameters. */
export function readInboxFilter(params: URLSearchParams): InboxFilter {
  const isOn = (name: Switch) => params.get(name) === 'true'
  return {
    search: searchable(params.get('search') ?? ''),
    needs_person: isOn('needs_person'),
    unread: isOn('unread'),
    mine: isOn('mine'),
    lead: isOn('lead'),
    channel: searchable(params.get('channel') ?? '').trim() || null,
  }
}

/** Returns the query parameters of a filter. Conditions that are off are null. */
export function writeInboxFilter(filter: InboxFilter): Record<string, string | null> {
  return {
    search: filter.search.trim() || null,
    ...Object.fromEntries(SWITCHES.map((name) => [name, filter[name] ? 'true' : null])),
    channel: filter.channel,
  }
}

/** Returns the API's query for a filter, or null if there is no filter. */
export function inboxQuery(filter: InboxFilter): InboxQuery | null {
  const { search, channel } = filter
  const query: InboxQuery = {
    ...Object.fromEntries(SWITCHES.filter((name) => filter[name]).map((name) => [name, 'true'])),
    ...(channel !== null && { channel }),
    ...(search.trim() && { q: search.trim() }),
  }
  return Object.keys(query).length > 0 ? query : null
}

/** Returns the number of active conditions, not counting the search. */
export const conditionCount = (filter: InboxFilter): number =>
  SWITCHES.filter((name) => filter[name]).length + (filter.channel === null ? 0 : 1)

/**
 * Returns whether a conversation still meets the conditions. A test doesn't need a person, and isn't unread. Ignores
 * the search, which only the server can evaluate.
 */
export function meets(conversation: InboxConversation, filter: InboxFilter, userId: string | null): boolean {
  const { unread, taken_by, lead_id, channel, is_test = false } = conversation
  return (
    (!filter.needs_person || needsPerson(conversation)) &&
    (!filter.unread || (unread > 0 && !is_test)) &&
    (!filter.mine || (taken_by !== null && taken_by === userId)) &&
    (!filter.lead || lead_id !== null) &&
    (filter.channel === null || channel === filter.channel)
  )
}
