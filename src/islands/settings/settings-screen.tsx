import './saving.css'
import './settings-screen.css'
import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { $organization } from '../../stores/base/session/session.ts'
import {
  $isLoaded,
  $settingsLoad,
  $shownChanges,
  onDraftAtRisk,
  refreshAfterSaves,
  type SettingsLoad,
  startFolding,
} from '../../stores/settings/settings.ts'
import { Boundary } from '../../ui/boundary.tsx'
import { Button } from '../../ui/button.tsx'
import { FailurePanel } from '../../ui/failure-panel.tsx'
import { useToast } from '../../ui/toast.tsx'
import { AreaSection } from './area-section.tsx'
import { BusinessSection } from './business-section.tsx'
import { ConflictPanel } from './conflict-panel.tsx'
import { DesignSection } from './design-section.tsx'
import { DraftOffer } from './draft-offer.tsx'
import { EscalationSection } from './escalation-section.tsx'
import { FaqsSection } from './faqs-section.tsx'
import { focusHash, sectionIn } from './focus.ts'
import { HoursSection } from './hours-section.tsx'
import { InstallationSection } from './installation-section.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { type Links, LinksProvider } from './links.tsx'
import { PhoneSection } from './phone-section.tsx'
import { PricingSection } from './pricing-section.tsx'
import { QuestionsSection } from './questions-section.tsx'
import { SaveBar } from './save-bar.tsx'
import { SectionNav } from './section-nav.tsx'
import { ServicesSection } from './services-section.tsx'
import { SettingsSkeleton } from './settings-skeleton.tsx'
import { useSave } from './use-save.tsx'
import { VoiceSection } from './voice-section.tsx'

/** The loading error (section 8, Settings screen). */
const FAILED = {
  title: 'Error Loading Configuration',
  reason: 'Failed to load organization profile. Please try refreshing the page.',
}

const NONE: readonly never[] = []

const LOADING: SettingsLoad = { status: 'loading', error: null, retry: () => {} }

interface Props {
  links: Links
  /** The banners, below the heading. */
  children?: ReactNode
}

/** The settings screen with its heading (section 2, Settings). The page provides `links` at build time. */
export default function SettingsScreen({ links, children }: Props) {
  return (
    <Boundary>
      <LinksProvider value={links}>
        <Header />
        {children}
        <Content />
      </LinksProvider>
    </Boundary>
  )
}

function Header() {
  const isLoaded = useStore($isLoaded, { ssr: () => false })
  const hasChanges = useStore($shownChanges, { ssr: () => NONE }).length > 0
  const { isSaving, run } = useSave()
  return (
    <header className="page-head">
      <h1 tabIndex={-1}>Settings</h1>
      <div className="settings-actions">
        <a className="button quiet" href="/playground">
          Preview Widget
        </a>
        {/* While there are unsaved changes, the save bar contains the primary button. */}
        <Button
          quiet={hasChanges}
          text={isSaving ? 'Saving…' : 'Save Changes'}
          disabled={!isLoaded || isSaving}
          onClick={run}
        />
      </div>
    </header>
  )
}

function Content() {
  const load = useStore($settingsLoad, { ssr: () => LOADING })
  const isLoaded = useStore($isLoaded, { ssr: () => false })
  const organization = useStore($organization, { ssr: () => null })
  if (!isLoaded && load.status === 'failed') {
    return (
      <div className="card">
        <FailurePanel {...FAILED} onRetry={load.retry} />
      </div>
    )
  }
  if (!isLoaded) return <SettingsSkeleton />
  return <Form key={organization?.id} />
}

function Form() {
  const toast = useToast()
  useLayoutEffect(() => startFolding(sectionIn(location.hash)), [])
  useEffect(() => refreshAfterSaves(), [])
  useEffect(() => onDraftAtRisk((text) => toast.warning({ content: text, duration: 0 })), [toast])
  useEffect(() => {
    const follow = () => focusHash(location.hash)
    // The section that the URL leads to is rendered right after the effects.
    queueMicrotask(follow)
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])

  return (
    <div className="settings">
      <SectionNav />
      <div className="settings-sections">
        <DraftOffer />
        <ConflictPanel />
        <BusinessSection />
        <VoiceSection />
        <PhoneSection />
        <ServicesSection />
        <PricingSection />
        <FaqsSection />
        <QuestionsSection />
        <DesignSection />
        <AreaSection />
        <HoursSection />
        <EscalationSection />
        <InstallationSection />
        <SaveBar />
      </div>
      <LeaveGuard />
    </div>
  )
}
