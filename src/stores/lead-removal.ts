import { isPageHidden, onPageVisibility } from '../platform/page-visibility.ts'
import { deleteLead } from './lead-changes.ts'
import { showAtOnce } from './lead-pending.ts'

/** Milliseconds in which a removal can be taken back. */
export const REMOVAL_DELAY = 8_000

export interface Removal {
  /** Takes it back; false when the lead is being removed already. */
  undo: () => boolean
  /** Settles when the lead is removed, or kept after all. Rejects when the server refuses. */
  done: Promise<void>
}

/**
 * Removes a lead after a while in which that can be undone, and before it when the page is hidden or closed. Lists
 * are without it at once; when the server refuses, it is there again.
 */
export function removeLead(leadId: string): Removal {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const settled = showAtOnce({ type: 'delete', leadId })
  let isOver = false
  const end = () => {
    isOver = true
    clearTimeout(timer)
    unbind()
  }
  const remove = async () => {
    if (isOver) return
    end()
    try {
      await deleteLead(leadId)
      resolve()
    } catch (error) {
      reject(error)
    } finally {
      settled()
    }
  }
  const timer = setTimeout(() => void remove(), REMOVAL_DELAY)
  const unbind = onPageVisibility(() => void (isPageHidden() && remove()))
  return {
    undo() {
      if (isOver) return false
      end()
      settled()
      resolve()
      return true
    },
    done: promise,
  }
}
