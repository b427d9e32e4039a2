import './steps.css'
import { control } from './antd/control.ts'
import { type Step, StepTitle } from './step-title.tsx'

const stepsLine = control(async () =>
  import.meta.env.SSR ? null : (await import('./antd/steps-line.tsx')).StepsLine,
)

interface Props {
  /** The name of the list. */
  label: string
  titles: readonly string[]
  /** The index of the current step. The number of steps once all are completed. */
  current: number
  /** Whether the current step stopped with an error. */
  isFailed?: boolean
}

/** The steps of a task, and how far it is. A list of texts until antd's steps have loaded. */
export function Steps({ label, titles, current, isFailed = false }: Props) {
  const Part = stepsLine.useWhen(true)
  const steps = titles.map((title, at): Step => {
    if (at !== current) return { title, status: at < current ? 'finish' : 'wait' }
    return { title, status: isFailed ? 'error' : 'process' }
  })
  if (Part) return <Part label={label} steps={steps} />
  return (
    <ol className="progress-steps progress-steps-plain" aria-label={label}>
      {steps.map((step) => (
        <li
          key={step.title}
          aria-current={step.status === 'process' || step.status === 'error' ? 'step' : undefined}
        >
          <StepTitle {...step} />
        </li>
      ))}
    </ol>
  )
}
