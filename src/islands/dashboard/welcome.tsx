import { useStore } from '@nanostores/react'
import { $mayCreateOrganization } from '../../stores/base/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { useTask } from '../common/use-task.ts'
import { useSwitcher } from '../organization/use-switcher.ts'

/** Replaces the dashboard while no organization is selected. */
export function Welcome() {
  const host = useSwitcher()
  const mayCreate = useStore($mayCreateOrganization)
  return (
    <section className="card dashboard-notice">
      <h2>Welcome, create an organization to get started</h2>
      {mayCreate && <SetUp />}
      <p className="muted">
        {mayCreate
          ? 'Are you joining a business that already uses Fieldhand? Choose it here, or create an organization yourself.'
          : 'An organization is your business in Fieldhand. It has its own leads, agent, and billing, and you can invite your staff.'}
      </p>
      <div className="dashboard-switcher" ref={host} />
    </section>
  )
}

async function setUp(): Promise<void> {
  const { setUpBusiness } = await import('../../stores/onboarding/start.ts')
  await setUpBusiness()
}

/** Creates the organization, whose setup then opens. */
function SetUp() {
  const { isBusy, problem, run } = useTask()
  return (
    <div className="dashboard-start">
      <Button
        text={isBusy ? 'Setting up…' : 'Set up my business'}
        aria-disabled={isBusy}
        onClick={() => {
          if (!isBusy) void run(setUp)
        }}
      />
      <p className="muted">It takes about two minutes, and starts with your website or phone number.</p>
      <p className="error-text" role="alert">
        {problem}
      </p>
    </div>
  )
}
