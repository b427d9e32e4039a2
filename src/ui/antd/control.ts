import { type ComponentType, useSyncExternalStore } from 'react'

/** A control that loads when a user is about to need it. Until then, a native one stands in. */
export interface Control<Props> {
  /** Loads the control, once. After a failure, the next call tries again. */
  prefetch(): void
  /** Returns the control once it is wanted and loaded, otherwise null. Always null in the prerendered markup. */
  useWhen(isWanted: boolean): ComponentType<Props> | null
  /** Returns whether the last attempt to load the control failed. */
  useFailed(): boolean
}

/** Describes a control. `load` imports its module, or resolves with null in the build for prerendering. */
export function control<Props>(load: () => Promise<ComponentType<Props> | null>): Control<Props> {
  let part: ComponentType<Props> | null = null
  let isLoading = false
  let hasFailed = false
  const waiting = new Set<() => void>()
  const prefetch = () => {
    if (part || isLoading) return
    isLoading = true
    load()
      .then((loaded) => {
        part = loaded
        hasFailed = false
      })
      // The stand-in stays, and works.
      .catch(() => {
        hasFailed = true
      })
      .finally(() => {
        isLoading = false
        for (const tell of waiting) tell()
      })
  }
  const subscribe = (tell: () => void) => {
    waiting.add(tell)
    return () => waiting.delete(tell)
  }
  const subscribeAndLoad = (tell: () => void) => {
    prefetch()
    return subscribe(tell)
  }
  return {
    prefetch,
    useWhen(isWanted) {
      const loaded = useSyncExternalStore(
        isWanted ? subscribeAndLoad : subscribe,
        () => part,
        () => null,
      )
      return isWanted ? loaded : null
    },
    useFailed() {
      return useSyncExternalStore(
        subscribe,
        () => hasFailed,
        () => false,
      )
    },
  }
}
