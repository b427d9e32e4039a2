import './dashboard.css'
import './lead-panels.css'
import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import {
  $dashboard,
  type Dashboard as DashboardState,
  LOADING_DASHBOARD,
} from '../../stores/dashboard/dashboard.ts'
import { Boundary } from '../../ui/boundary.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureNote, FailurePanel } from '../../ui/failure-panel.tsx'
import { Details, TodayWithoutLeads } from './details.tsx'
import { OnboardingInvitation, OnboardingModal } from './onboarding-gate.tsx'
import { EmptyPanels, PanelsSkeleton } from './panel.tsx'
import { NoPauseSwitches, PauseNotice, PauseSwitches } from './pauses.tsx'
import { DataCards, NoDataCards, SkeletonCards } from './performance-cards.tsx'
import { TodaySkeleton } from './today-card.tsx'
import { Welcome } from './welcome.tsx'

/** The dashboard (section 2, Dashboard). The page provides the heading. */
export default function Dashboard() {
  const dashboard = useStore($dashboard, { ssr: () => LOADING_DASHBOARD })
  return (
    <div className="dashboard" data-dashboard={dashboard.state}>
      <Boundary>
        <Content dashboard={dashboard} />
      </Boundary>
      <OnboardingModal isNeeded={dashboard.state === 'onboarding'} />
    </div>
  )
}

function Content({ dashboard }: { dashboard: DashboardState }) {
  switch (dashboard.state) {
    case 'no-organization':
      return <Welcome />
    case 'setup-required':
      return <SetupRequired />
    case 'failed':
      return (
        <div className="card">
          <FailurePanel {...dashboard.problem} />
        </div>
      )
    case 'loading':
      return (
        <>
          <Skeleton aside={<LoadingText />} />
          <PanelsSkeleton />
        </>
      )
    case 'onboarding':
      return <Skeleton />
    case 'no-data':
      return (
        <>
          <PauseNotice />
          <TodayWithoutLeads />
          <Performance aside={<Aside />}>
            <NoDataCards />
          </Performance>
          <EmptyPanels />
        </>
      )
    case 'data': {
      const { stats, problem } = dashboard
      return (
        <Details>
          {problem && <FailureNote {...problem} />}
          <Performance aside={<Aside />}>
            <DataCards stats={stats} />
          </Performance>
        </Details>
      )
    }
  }
}

const Aside = () => (
  <>
    <OnboardingInvitation />
    <PauseSwitches />
  </>
)

function Performance({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <section aria-labelledby="performance">
      <header className="dashboard-head">
        <h2 id="performance">Agent Performance</h2>
        {aside}
      </header>
      {children}
    </section>
  )
}

/** The upper part of the dashboard's loading state, in its final size. During onboarding, there are no lists yet. */
function Skeleton({ aside }: { aside?: ReactNode }) {
  return (
    <>
      <TodaySkeleton />
      <Performance
        aside={
          <>
            {aside}
            <NoPauseSwitches />
          </>
        }
      >
        <SkeletonCards />
      </Performance>
    </>
  )
}

function LoadingText() {
  return (
    <p className="muted" role="status">
      Loading dashboard
    </p>
  )
}

function SetupRequired() {
  return (
    <section className="card dashboard-notice" role="alert">
      <h2>Setup Required</h2>
      <p>Organizations feature is not enabled</p>
      <Button text="Refresh Page" onClick={() => location.reload()} />
    </section>
  )
}
