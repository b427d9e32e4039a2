import './progress-bar.css'
import { control } from './antd/control.ts'

const progressLine = control(async () =>
  import.meta.env.SSR ? null : (await import('./antd/progress-line.tsx')).ProgressLine,
)

interface Props {
  /** The name. Alternatively, `labelledBy` is the id of the element with the name. */
  label?: string
  labelledBy?: string
  value: number
  max: number
  /** The value in words. Defaults to the percentage. */
  text?: string
  isFailed?: boolean
}

/** A bar that shows how much of something is done. It is the browser's own until antd's has loaded. */
export function ProgressBar({ label, labelledBy, value, max, text, isFailed = false }: Props) {
  const Part = progressLine.useWhen(true)
  const percent = max > 0 ? Math.min(100, Math.round((value / max) * 100)) : 0
  const aria = {
    'aria-label': label,
    'aria-labelledby': labelledBy,
    'aria-valuetext': text ?? `${percent}%`,
  }
  if (Part) return <Part {...aria} percent={percent} isFailed={isFailed} />
  return (
    <progress
      {...aria}
      className="progress-bar"
      max={100}
      value={percent}
      data-failed={isFailed || undefined}
    />
  )
}
