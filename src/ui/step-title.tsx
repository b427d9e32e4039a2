/** A step of a task. */
export interface Step {
  title: string
  status: 'wait' | 'process' | 'finish' | 'error'
}

const WORDS: Partial<Record<Step['status'], string>> = { finish: ' (completed)', error: ' (failed)' }

/** The title of a step; screen readers also get its state. */
export function StepTitle({ title, status }: Step) {
  return (
    <span className="progress-steps-title" data-status={status}>
      {title}
      <span className="hidden-text">{WORDS[status]}</span>
    </span>
  )
}
