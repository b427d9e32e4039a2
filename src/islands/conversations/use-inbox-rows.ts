import { useStore } from '@nanostores/react'
import type { InboxConversation } from '../../contract/conversations.ts'
import { bookedText, rowLabel, waitText } from '../../domain/conversations/row-label.ts'
import { type ConversationState, stateOf } from '../../domain/conversations/state.ts'
import { lastAuthor } from '../../domain/conversations/who.ts'
import { shortAge } from '../../domain/time/relative-time.ts'
import { $account } from '../../stores/base/session/account.ts'
import { $now } from '../../stores/base/time.ts'
import { $inboxSearch } from '../../stores/conversations/filter.ts'
import { $openConversation } from '../../stores/conversations/open.ts'
import { $businessZone, deviceTimeZone } from '../../stores/settings/profile.ts'

/** Everything that a row shows, as text, so that memoized rows don't render until some of it changes. */
export interface InboxRowProps {
  conversation: InboxConversation
  /** The URL's query string with the filter. */
  search: string
  isOpen: boolean
  tone: ConversationState['tone']
  state: string
  author: string
  age: string
  /** How long the visitor has been waiting for a person, or blank. */
  wait: string
  /** The name of the link. */
  label: string
  /** The kind and time of the appointment, or blank without one. */
  booked: string
}

/** Returns the props of the rows. Reads the stores once for all rows. */
export function useInboxRows(rows: readonly InboxConversation[]): InboxRowProps[] {
  const search = useStore($inboxSearch)
  const open = useStore($openConversation)
  const userId = useStore($account)?.userId ?? null
  const businessZone = useStore($businessZone)
  const now = useStore($now)
  return rows.map((conversation) => {
    const { id, last_message_at } = conversation
    const state = stateOf(conversation, userId, now)
    const wait = waitText(conversation, now)
    return {
      conversation,
      search,
      isOpen: open === id,
      tone: state.tone,
      state: state.text,
      author: lastAuthor(conversation, userId),
      age: shortAge(last_message_at, now),
      wait,
      label: rowLabel(conversation, state, wait),
      booked: bookedText(conversation, now, { business: businessZone, device: deviceTimeZone() }),
    }
  })
}
