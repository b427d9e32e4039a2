import './inbox-row.css'
import { type MouseEvent, memo } from 'react'
import { conversationPath } from '../../domain/conversations/path.ts'
import { channelName, whoOf } from '../../domain/conversations/who.ts'
import { statusLabel } from '../../domain/leads/status.ts'
import { exactTime } from '../../domain/time/exact-time.ts'
import { enterConversation, openConversation } from '../../stores/conversations/open.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { TestTag } from '../../ui/test-tag.tsx'
import { prepareThread } from './lazy-parts.ts'
import { StateTag } from './state-tag.tsx'
import type { InboxRowProps } from './use-inbox-rows.ts'

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

/** A conversation in the list. A click anywhere on the row opens it. */
export const InboxRow = memo(function InboxRow(row: InboxRowProps) {
  const { conversation, search, isOpen, tone, state, author, age, wait, label, booked } = row
  const { id, last_message_at, last_excerpt, lead_id, lead_status, channel } = conversation
  const unread = conversation.is_test ? 0 : conversation.unread
  const who = whoOf(conversation)
  const led = lead_id !== null && `Lead: ${statusLabel(lead_status ?? 'new')}`
  return (
    <li
      className="inbox-row"
      data-row-key={id}
      data-tone={tone}
      data-current={isOpen || undefined}
      data-unread={unread > 0 || undefined}
    >
      <Avatar name={conversation.name ?? ''} id={lead_id ?? id} />
      <div className="inbox-main">
        <div className="inbox-line">
          <a
            className="inbox-who"
            dir="auto"
            href={conversationPath(id) + search}
            aria-label={label}
            aria-current={isOpen || undefined}
            data-place={id}
            onPointerEnter={prepareThread}
            onFocus={prepareThread}
            onClick={(event) => {
              if (!isPlain(event)) return
              event.preventDefault()
              // A click by keyboard has no click count.
              if (event.detail === 0) enterConversation(id)
              else openConversation(id)
            }}
          >
            {who}
          </a>
          {wait ? (
            <span className="inbox-wait">{wait}</span>
          ) : (
            <time className="muted" dateTime={last_message_at} title={exactTime(last_message_at)}>
              {age}
            </time>
          )}
        </div>
        <div className="inbox-line">
          <p className="inbox-excerpt">
            <span className={author === 'Visitor' ? 'hidden-text' : 'inbox-author'}>{author}: </span>
            <bdi>{last_excerpt}</bdi>
          </p>
          {unread > 0 && (
            <span className="list-count">
              {unread > 99 ? '99+' : unread}
              <span className="hidden-text"> unread</span>
            </span>
          )}
        </div>
        <div className="inbox-line inbox-about">
          <TestTag of={conversation} />
          <StateTag tone={tone} text={state} />
          <span className="inbox-led muted">
            {[led, booked, channelName(channel)].filter(Boolean).join(' · ')}
          </span>
        </div>
      </div>
    </li>
  )
})
