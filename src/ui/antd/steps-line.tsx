import 'virtual:antd/steps.css'
import AntdSteps from 'antd/es/steps'
import { type Step, StepTitle } from '../step-title.tsx'
import { Frame } from './frame.tsx'

/** antd's steps with their titles below. antd's markup has no roles, so the list and its items get theirs here. */
export function StepsLine({ label, steps }: { label: string; steps: readonly Step[] }) {
  const items = steps.map((step) => ({
    title: <StepTitle {...step} />,
    status: step.status,
    role: 'listitem',
    'aria-current': step.status === 'process' || step.status === 'error' ? ('step' as const) : undefined,
  }))
  return (
    <Frame>
      {/* biome-ignore lint/a11y/useSemanticElements: the items are antd's divs, which a list element can't contain */}
      <div className="progress-steps" role="list" aria-label={label}>
        <AntdSteps
          size="small"
          titlePlacement="vertical"
          responsive={false}
          current={steps.findIndex(({ status }) => status === 'process' || status === 'error')}
          items={items}
          // The number and the mark repeat what the list says.
          iconRender={(icon) => (
            <span className="progress-steps-icon" aria-hidden="true">
              {icon}
            </span>
          )}
        />
      </div>
    </Frame>
  )
}
