import { exactTime } from '../domain/time/exact-time.ts'
import { relativeTime } from '../domain/time/relative-time.ts'

/** A relative time such as "5 minutes ago", with the exact time on hover. */
export function RelativeTime({ instant, now }: { instant: string; now: Date }) {
  return (
    <time dateTime={instant} title={exactTime(instant)}>
      {relativeTime(instant, now)}
    </time>
  )
}
