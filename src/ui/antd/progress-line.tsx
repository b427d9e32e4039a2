import 'virtual:antd/progress.css'
import Progress from 'antd/es/progress'
import { Frame } from './frame.tsx'

export interface ProgressLineProps {
  'aria-label': string | undefined
  'aria-labelledby': string | undefined
  'aria-valuetext': string
  percent: number
  isFailed: boolean
}

/** antd's bar, without its text: the value stands next to it. */
export function ProgressLine({ percent, isFailed, ...aria }: ProgressLineProps) {
  return (
    <Frame>
      <Progress
        {...aria}
        className="progress-bar"
        percent={percent}
        status={isFailed ? 'exception' : 'normal'}
        showInfo={false}
      />
    </Frame>
  )
}
