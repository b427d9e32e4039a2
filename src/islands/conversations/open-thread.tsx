import './open-thread.css'
import { useStore } from '@nanostores/react'
import { useEffect, useId, useMemo, useRef } from 'react'
import { whoOf } from '../../domain/conversations/who.ts'
import { renamedTitle } from '../../domain/leads/new-lead.ts'
import { leadPath } from '../../domain/leads/path.ts'
import {
  $enteredConversation,
  $openConversation,
  leaveConversation,
  leaveEntry,
} from '../../stores/conversations/open.ts'
import { type Thread as ThreadData, threadOf } from '../../stores/conversations/thread.ts'
import { startCall } from '../../stores/leads/call.ts'
import { $callQuestion, keepCall } from '../../stores/leads/change-call.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { TestTag } from '../../ui/test-tag.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { usePhone } from '../../ui/use-phone.ts'
import { ChangeCallDialog } from '../leads/calls/lazy-dialog.ts'
import { NextBar } from './next-bar.tsx'
import Thread from './thread.tsx'
import { closeToRow } from './use-inbox-keys.ts'

/** The open conversation: next to the list on wide screens, over its end on tablets, and full screen on phones. */
export default function OpenThread() {
  const id = useStore($openConversation)
  const question = useStore($callQuestion)
  useEffect(() => keepCall, [])
  if (id === null) return null
  return (
    <>
      <Opened key={id} id={id} />
      {question && <ChangeCallDialog isOpen onClose={keepCall} />}
    </>
  )
}

function titleOf(thread: ThreadData | undefined): string {
  if (thread) return whoOf(thread.conversation)
  return thread === null ? 'Conversation not found' : 'Conversation'
}

/** Sets the page title to the conversation's while it is open. */
function useTitle(title: string): void {
  useEffect(() => {
    document.title = renamedTitle(document.title, title)
  }, [title])
  useEffect(
    () => () => {
      document.title = renamedTitle(document.title, 'Conversations')
    },
    [],
  )
}

function Opened({ id }: { id: string }) {
  const { data } = useStore(useMemo(() => threadOf(id), [id]))
  const isWide = useMediaQuery('(width >= 1200px)')
  const title = titleOf(data)
  const lead = data?.conversation.lead_id
  useTitle(title)
  const actions = lead && (
    <>
      <CallLink lead={lead} phone={data?.conversation.phone ?? null} />
      <a className="button quiet inbox-lead" href={leadPath(lead)}>
        Open lead
      </a>
    </>
  )
  // The user may have opened another conversation in the meantime.
  const leave = () => $openConversation.get() === id && leaveConversation()
  const thread = <Thread id={id} next={<NextBar />} onErased={leave} />
  const name = (
    <>
      {title}
      <TestTag of={data?.conversation ?? null} />
    </>
  )
  if (isWide) return <SidePanel {...{ id, name, actions, thread }} />
  return (
    <Dialog
      className="inbox-sheet phone-dialog"
      title={
        <span className="inbox-sheet-who" dir="auto">
          {name}
        </span>
      }
      actions={actions}
      closesOutside={false}
      isInHistory
      onCancel={leaveConversation}
    >
      {thread}
    </Dialog>
  )
}

/** A link that calls the visitor. */
function CallLink({ lead, phone }: { lead: string; phone: string | null }) {
  const number = usePhone(phone)
  if (!number?.href) return null
  const label = `Call ${number.display}`
  return (
    <a
      className="icon-button"
      href={number.href}
      aria-label={label}
      title={label}
      onClick={() => startCall(lead)}
    >
      <Glyph name="call" />
    </a>
  )
}

interface SidePanelProps {
  id: string
  name: React.ReactNode
  actions: React.ReactNode
  thread: React.ReactNode
}

function SidePanel({ id, name, actions, thread }: SidePanelProps) {
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const entered = useStore($enteredConversation)
  useEffect(() => {
    if (entered !== id) return
    heading.current?.focus()
    leaveEntry()
  }, [entered, id])
  return (
    <section className="inbox-thread" aria-labelledby={titleId}>
      <header>
        <h2 id={titleId} ref={heading} tabIndex={-1} dir="auto">
          {name}
        </h2>
        {actions}
        <button type="button" className="icon-button" aria-label="Close" onClick={closeToRow}>
          <Glyph name="close" />
        </button>
      </header>
      <div className="inbox-thread-body">{thread}</div>
    </section>
  )
}
