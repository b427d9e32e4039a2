import { useEffect, useRef } from 'react'

/** Calls `work` after each change of a value, but not on mount. */
export function useUpdated(work: () => void, value: unknown): void {
  const last = useRef(value)
  useEffect(() => {
    if (last.current === value) return
    last.current = value
    work()
  })
}
