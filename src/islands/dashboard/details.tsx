import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { $needing } from '../../stores/conversations/waiting.ts'
import { Insights } from './insights.tsx'
import { LeadPanels } from './lead-panels.tsx'
import { Today } from './today.tsx'
import { EmptyToday } from './today-card.tsx'

/** The dashboard once there are leads; `children` are the cards. */
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
