import './insights.css'
import { useEffect, useRef, useState } from 'react'
import { FailureNote } from '../../ui/failure-panel.tsx'
import { usePart } from '../../ui/use-part.ts'

async function loadPanel() {
  const { InsightsPanel } = await import('./insights-panel.tsx')
  return InsightsPanel
}

/** The charts. Their code and data load when the section approaches the viewport. */
export function Insights() {
  const host = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  const { Part: Panel, failures, isLoading, retry } = usePart(loadPanel, isSeen)
  useEffect(() => {
    if (!host.current || isSeen) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    observer.observe(host.current)
    return () => observer.disconnect()
  }, [isSeen])
  if (Panel) return <Panel />
  if (failures > 0) {
    return (
      <FailureNote
        title="The insights could not be loaded"
        reason="Check your internet connection."
        isRetrying={isLoading}
        onRetry={retry}
      />
    )
  }
  return <div className="insights-place" ref={host} aria-hidden="true" />
}
