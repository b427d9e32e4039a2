import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { $needing } from '../../stores/conversations/waiting.ts'
import { Insights } from './insights.tsx'
import { LeadPanels } from './lead-panels.tsx'
import { PauseNotice } from './pauses.tsx'
import { Today } from './today.tsx'
import { EmptyToday } from './today-card.tsx'

/** Shows Today above the cards (`children`) and the lists below them. */
export function Details({ children }: { children: ReactNode }) {
  return (
    <>
      <PauseNotice />
      <Today />
      {children}
      <LeadPanels />
      <Insights />
    </>
  )
}

/** Today for owners without leads. Shows only visitors who need a person, if any. */
export function TodayWithoutLeads() {
  return useStore($needing).length > 0 ? <Today /> : <EmptyToday />
}
