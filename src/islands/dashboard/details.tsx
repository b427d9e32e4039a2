import type { ReactNode } from 'react'
import { Insights } from './insights.tsx'
import { LeadPanels } from './lead-panels.tsx'
import { Today } from './today.tsx'

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
