import { type ComponentType, useSyncExternalStore } from 'react'

/** A control that loads when a user is about to need it. Until then, a native one takes its place. */
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
  const listeners = new Set<() => void>()
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
        for (const listener of listeners) listener()
      })
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const subscribeAndLoad = (listener: () => void) => {
    prefetch()
    return subscribe(listener)
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
