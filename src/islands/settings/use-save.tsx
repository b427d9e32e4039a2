import { useStore } from '@nanostores/react'
import { useCallback } from 'react'
import { $isSaving, SAVE_TEXTS, save } from '../../stores/settings/settings.ts'
import { useToast } from '../../ui/toast.tsx'
import { focusConflicts, focusError } from './focus.ts'

/** Resolves with whether the save can continue. */
type Check = () => Promise<boolean>

const checks = new Set<Check>()

/** Registers a check that runs before every save, such as an address confirmation. Returns the unregister function. */
export function beforeSave(check: Check): () => void {
  checks.add(check)
  return () => {
    checks.delete(check)
  }
}

/**
 * Returns a function that saves, shows the result (section 8), and goes to the first error. The function resolves with
 * true if everything is stored.
 */
export function useSave(): { isSaving: boolean; run: () => Promise<boolean> } {
  const toast = useToast()
  const isSaving = useStore($isSaving)
  const run = useCallback(async () => {
    for (const check of checks) if (!(await check())) return false
    const outcome = await save()
    switch (outcome.status) {
      case 'saved':
        toast.success(SAVE_TEXTS.saved)
        return true
      case 'unchanged':
        toast.info('There are no changes to save.')
        return true
      case 'conflicts':
        toast.warning('Someone else changed the same fields. Please choose what to keep.')
        focusConflicts()
        return false
      case 'failed': {
        toast.error(SAVE_TEXTS.failed)
        const { first } = outcome
        if (first) requestAnimationFrame(() => focusError(first))
        return false
      }
      case 'busy':
        return false
    }
  }, [toast])
  return { isSaving, run }
}
