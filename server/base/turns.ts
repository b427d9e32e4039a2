import { onBehalfOf } from './on-behalf.ts'
import { createSlots } from './slots.ts'

/** Work for organizations, which takes turns. */
export interface Turns {
  /** Starts `work` for an organization as soon as it is its turn, unless other work of it waits or runs. */
  serve(organizationId: string, work: () => Promise<unknown>): void
  /** Starts no other work, and resolves when the current work has ended. */
  stop(): Promise<void>
}

/**
 * Creates turns: this process serves at most `atOnce` organizations at the same time, so one whose work takes long
 * delays no other. `onError` receives the error of work that fails.
 */
export function createTurns(atOnce: number, onError: (error: unknown) => void): Turns {
  const slots = createSlots({ atOnce })
  const current = new Map<string, Promise<void>>()
  let isStopped = false
  return {
    serve(organizationId, work) {
      if (isStopped || current.has(organizationId)) return
      const served = slots
        .run(organizationId, async () => {
          if (!isStopped) await onBehalfOf(organizationId, work)
        })
        .catch(onError)
        .finally(() => current.delete(organizationId))
      current.set(organizationId, served)
    },
    async stop() {
      isStopped = true
      await Promise.all(current.values())
    },
  }
}
