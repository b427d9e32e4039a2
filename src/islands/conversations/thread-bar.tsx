import './thread.css'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { AppointmentKind } from '../../contract/appointments.ts'
import type { InboxConversation, ThreadVisitor } from '../../contract/conversations.ts'
import { isIdle, standingOf } from '../../domain/conversations/standing.ts'
import { standingText, stateOf } from '../../domain/conversations/state.ts'
import { presenceText } from '../../domain/conversations/visitor.ts'
import { whoOf } from '../../domain/conversations/who.ts'
import { appointmentOf, upcomingJobs } from '../../domain/leads/bookings.ts'
import { reasonOf } from '../../stores/base/failures.ts'
import { $account } from '../../stores/base/session/account.ts'
import { $user } from '../../stores/base/session/session.ts'
import { $now } from '../../stores/base/time.ts'
import { deleteTestChats } from '../../stores/conversations/test-chats.ts'
import {
  closeConversation,
  exportThread,
  handBackConversation,
  takeOverConversation,
} from '../../stores/conversations/thread.ts'
import { askAboutCall } from '../../stores/leads/change-call.ts'
import { $offered, $profile } from '../../stores/settings/profile.ts'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { EraseDialog, type Erasing } from './erase-dialog.tsx'

interface Props {
  conversation: InboxConversation
  visitor?: ThreadVisitor | null | undefined
  onErased?: () => void
}

/** Shows who replies to a conversation, with the actions available to the user. */
export function ThreadBar({ conversation, visitor, onErased }: Props) {
  const { id } = conversation
  const toast = useToast()
  const user = useStore($user)
  const [isBusy, setBusy] = useState(false)
  const [erasing, setErasing] = useState<Erasing | null>(null)
  const isPhone = useMediaQuery('(width < 768px)')
  const offered = useStore($offered)
  const now = useStore($now)
  const standing = standingOf(conversation, user?.id ?? null)
  const presence = presenceText(visitor, now)
  const state = stateOf(conversation, user?.id ?? null, now, visitor?.is_here)

  const run = async (act: (id: string) => Promise<void>, failure: string) => {
    setBusy(true)
    try {
      await act(id)
    } catch (error) {
      toast.error(`${failure} ${reasonOf(error)}`)
    } finally {
      setBusy(false)
    }
  }
  const handBack = () => void run(handBackConversation, 'The conversation could not be handed back.')
  const save = (kind: 'text' | 'json') =>
    void run(() => exportThread(id, kind), 'The conversation could not be exported.')

  const close = () => void run(closeConversation, 'The conversation could not be closed.')

  const remove = () =>
    void run(async () => {
      await deleteTestChats($account.get(), [conversation])
      onErased?.()
    }, 'The test chat could not be deleted.')

  const items: MenuItem[] = [
    ...callItems(conversation, offered.kind, now),
    ...(isPhone && standing !== 'closed'
      ? [{ key: 'close', label: 'Close conversation', onSelect: close }]
      : []),
    ...(standing === 'needs_person'
      ? [{ key: 'handled', label: 'No person needed', onSelect: handBack }]
      : []),
    ...(standing === 'theirs' ? [{ key: 'handback', label: 'Hand back to agent', onSelect: handBack }] : []),
    { key: 'text', label: 'Export as text', onSelect: () => save('text') },
    { key: 'json', label: 'Export as JSON', onSelect: () => save('json') },
    ...(conversation.is_test
      ? [{ key: 'delete', label: 'Delete test chat', startsGroup: true, onSelect: remove }]
      : erasures(conversation, setErasing)),
  ]
  return (
    <div className="thread-bar">
      <p
        className="thread-standing"
        data-standing={state.tone === 'closed' ? 'closed' : standing}
        role="status"
      >
        <span>{standingText(state)}</span>
        <Idle conversation={conversation} />
        {presence && <span className="thread-presence muted">{presence}</span>}
      </p>
      <div className="thread-actions">
        {standing === 'mine' ? (
          <Button quiet text="Hand back to agent" disabled={isBusy} onClick={handBack} />
        ) : (
          standing !== 'closed' && (
            <Button
              quiet
              text="Take over"
              disabled={isBusy}
              onClick={() => void run(takeOverConversation, 'The conversation could not be taken over.')}
            />
          )
        )}
        {!isPhone && standing !== 'closed' && (
          <Button quiet text="Close conversation" disabled={isBusy} onClick={close} />
        )}
        <Menu label="More about this conversation" className="icon-button" items={items}>
          <Glyph name="more" />
        </Menu>
      </div>
      {erasing && (
        <EraseDialog
          conversation={conversation}
          what={erasing}
          onClose={() => setErasing(null)}
          {...(onErased && { onErased })}
        />
      )}
    </div>
  )
}

/** The items that book, move, or cancel the appointment of a visitor who is a lead. */
function callItems(conversation: InboxConversation, offered: AppointmentKind, now: Date): MenuItem[] {
  const {
    lead_id,
    lead_status,
    booking_start_time,
    booking_kind = null,
    booking_minutes = null,
  } = conversation
  if (!lead_id) return []
  const lead = {
    ...{ id: lead_id, status: lead_status ?? 'new', loss_reason: null, updated_at: '' },
    ...{ booking_start_time, booking_kind, booking_minutes, booking_status: null },
  }
  const { kind } = appointmentOf(lead)
  const ask = (what: 'book' | 'move' | 'cancel') => () => askAboutCall(what, lead, whoOf(conversation))
  return upcomingJobs([lead], now).length === 0
    ? [{ key: 'book', label: `Book ${offered}…`, onSelect: ask('book') }]
    : [
        { key: 'move', label: `Move ${kind}…`, onSelect: ask('move') },
        { key: 'cancel', label: `Cancel ${kind}…`, onSelect: ask('cancel') },
      ]
}

/** The items that erase a visitor's conversation after a confirmation, because the user can't undo it. */
function erasures({ lead_id }: InboxConversation, ask: (what: Erasing) => void): MenuItem[] {
  return [
    {
      key: 'erase',
      label: 'Erase conversation…',
      startsGroup: true,
      onSelect: () => ask('conversation'),
    },
    ...(lead_id
      ? [{ key: 'erase-visitor', label: 'Erase visitor and lead…', onSelect: () => ask('visitor') }]
      : []),
  ]
}

/** A note that the agent replies next, because the team member hasn't replied within the time that the owner set. */
function Idle({ conversation }: { conversation: InboxConversation }) {
  const { data: profile } = useStore($profile)
  const now = useStore($now)
  const minutes = profile?.takeover_minutes
  if (minutes === undefined || !isIdle(conversation, minutes, now)) return null
  return <span className="muted"> · The agent answers the next message</span>
}
