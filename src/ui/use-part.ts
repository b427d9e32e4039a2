import { type ComponentType, useCallback, useEffect, useState } from 'react'

/**
 * Loads a component after mounting, once `isWanted` is true. `load` must be a stable function. `failures` counts the
 * failed attempts; `retry` loads again.
 */
export function usePart<Props>(load: () => Promise<ComponentType<Props>>, isWanted = true) {
  const [Part, setPart] = useState<ComponentType<Props>>()
  const [failures, setFailures] = useState(0)
  const [isLoading, setLoading] = useState(false)

  const retry = useCallback(async () => {
    setLoading(true)
    try {
      const loaded = await load()
      setPart(() => loaded)
      setFailures(0)
    } catch {
      setFailures((count) => count + 1)
    }
    setLoading(false)
  }, [load])

  useEffect(() => {
    if (isWanted && !Part) void retry()
  }, [isWanted, Part, retry])

  return { Part, failures, isLoading, retry }
}
