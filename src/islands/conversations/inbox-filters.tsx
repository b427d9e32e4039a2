import './inbox-filters.css'
import { useStore } from '@nanostores/react'
import { ALL_CONVERSATIONS, SWITCHES, type Switch } from '../../domain/conversations/filter.ts'
import { channelName } from '../../domain/conversations/who.ts'
import { $inboxFilter, changeInboxFilter } from '../../stores/conversations/filter.ts'
import { $channels } from '../../stores/conversations/inbox.ts'

const LABELS: Record<Switch, string> = {
  needs_person: 'Needs a person',
  unread: 'Unread',
  mine: 'Mine',
  lead: 'With a lead',
}

/** The filters of the list. They apply immediately. */
export function InboxFilters() {
  const filter = useStore($inboxFilter, { ssr: () => ALL_CONVERSATIONS })
  return (
    <fieldset className="chips inbox-filters">
      <legend className="hidden-text">Show only</legend>
      {SWITCHES.map((name) => (
        <button
          key={name}
          type="button"
          className="chip"
          aria-pressed={filter[name]}
          onClick={() => changeInboxFilter({ [name]: !filter[name] })}
        >
          {LABELS[name]}
        </button>
      ))}
    </fieldset>
  )
}

const NO_CHANNELS: readonly string[] = []

/** The channel selector. Shown once there are several channels. */
export function ChannelFilter() {
  const { channel } = useStore($inboxFilter, { ssr: () => ALL_CONVERSATIONS })
  const known = useStore($channels, { ssr: () => NO_CHANNELS })
  const channels = channel === null || known.includes(channel) ? known : [...known, channel]
  if (channels.length < 2 && channel === null) return null
  return (
    <select
      className="field-box inbox-channel"
      aria-label="Channel"
      value={channel ?? ''}
      onChange={({ target }) => changeInboxFilter({ channel: target.value || null })}
    >
      <option value="">All channels</option>
      {channels.map((each) => (
        <option key={each} value={each}>
          {channelName(each)}
        </option>
      ))}
    </select>
  )
}
