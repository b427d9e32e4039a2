import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'

/**
 * Loads a component on demand with `load`, which must be a stable function. After a failure, `retry` tries again.
 */
export function usePart<Props>(load: () => Promise<ComponentType<Props>>, isWanted: boolean) {
  const [Part, setPart] = useState<ComponentType<Props>>()
  const [hasFailed, setFailed] = useState(false)
  const [isLoading, setLoading] = useState(false)
  const isGone = useRef(false)

  const retry = useCallback(() => {
    setLoading(true)
    load()
      .then(
        (loaded) => {
          if (isGone.current) return
          setPart(() => loaded)
          setFailed(false)
        },
        () => isGone.current || setFailed(true),
      )
      .finally(() => isGone.current || setLoading(false))
  }, [load])

  useEffect(() => {
    isGone.current = false
    if (isWanted) retry()
    return () => {
      isGone.current = true
    }
  }, [isWanted, retry])

  return { Part, hasFailed, isLoading, retry }
}
