import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { arrivalsText } from '../../../domain/leads/new-lead.ts'
import { $arrivals, dismissArrivals, followArrivals, showArrivals } from '../../../stores/leads/arrivals.ts'
import { Button } from '../../../ui/button.tsx'

const NONE = { count: 0, shown: 0 }

/** Announces new leads without changing the filter until the owner chooses Show. */
export function ArrivalsBar() {
  useEffect(followArrivals, [])
  const { count, shown } = useStore($arrivals, { ssr: () => NONE })
  return (
    <div role="status">
      {count > 0 && (
        <div className="bulk-bar">
          <strong>{arrivalsText(count, shown)}</strong>
          <Button quiet text="Show" onClick={showArrivals} />
          <Button quiet text="Dismiss" onClick={dismissArrivals} />
        </div>
      )}
    </div>
  )
}
