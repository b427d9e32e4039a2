import './conversations-screen.css'
import { useStore } from '@nanostores/react'
import { useLayoutEffect, useRef, useState } from 'react'
import { closeInboxFilter } from '../../stores/conversations/filter.ts'
import { $hasTestChats } from '../../stores/conversations/inbox.ts'
import { $openConversation, followConversation } from '../../stores/conversations/open.ts'
import { Boundary } from '../../ui/boundary.tsx'
import { fitToWindow } from '../../ui/fit-to-window.ts'
import { InboxList } from './inbox-list.tsx'
import { InboxToolbar } from './inbox-toolbar.tsx'
import { InboxBars, OpenThread } from './lazy-parts.ts'
import { useInboxKeys } from './use-inbox-keys.ts'

/** The inbox: the list of conversations, with the open one next to it. The page provides the heading. */
export default function ConversationsScreen() {
  const screen = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const ends = [followConversation(), closeInboxFilter]
    if (screen.current) ends.push(fitToWindow(screen.current))
    return () => {
      for (const end of ends) end()
    }
  }, [])
  const isOpen = useStore($openConversation, { ssr: 'initial' }) !== null
  useInboxKeys(isOpen)
  return (
    <Boundary>
      <div className="inbox" ref={screen} data-open={isOpen || undefined}>
        <section className="inbox-panel" aria-label="All conversations">
          <InboxToolbar />
          <div className="inbox-scroll">
            <Tests />
            <InboxList />
          </div>
        </section>
        {isOpen ? <OpenThread /> : <NothingOpen />}
      </div>
    </Boundary>
  )
}

/** The placeholder next to the list on wide screens. */
function NothingOpen() {
  return (
    <div className="inbox-nothing" aria-hidden="true">
      <p className="inbox-hint">Select a conversation to read and answer it.</p>
    </div>
  )
}

/** What is shown above the list once it has contained a test. Deleting the last one can be undone. */
function Tests() {
  const hasTests = useStore($hasTestChats, { ssr: 'initial' })
  const [hadTests, setHadTests] = useState(hasTests)
  if (hasTests && !hadTests) setHadTests(true)
  return hadTests && <InboxBars />
}
