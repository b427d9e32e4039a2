import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { $needing } from '../../stores/conversations/waiting.ts'
import { Insights } from './insights.tsx'
import { LeadPanels } from './lead-panels.tsx'
import { Today } from './today.tsx'
import { EmptyToday } from './today-card.tsx'

/** What to do today above the cards, which are the `children`, and the lists below them. */
export function Details({ children }: { children: ReactNode }) {
  return (
    <>
      <Today />
      {children}
      <LeadPanels />
      <Insights />
    </>
  )
}

/** Today without leads: nothing to do, unless a visitor waits. */
export function TodayWithoutLeads() {
  return useStore($needing).length > 0 ? <Today /> : <EmptyToday />
}
