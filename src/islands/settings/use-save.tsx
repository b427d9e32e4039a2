import { useStore } from '@nanostores/react'
import App from 'antd/es/app'
import { useCallback } from 'react'
import { $isSaving, SAVE_TEXTS, save } from '../../stores/settings.ts'
import { focusConflicts, focusError } from './focus.ts'

/** Answers whether the save may go on. */
type Check = () => Promise<boolean>

const checks = new Set<Check>()

/** Asks `check` before every save, such as whether an address is still to be confirmed. Answers with the undo. */
export function beforeSave(check: Check): () => void {
  checks.add(check)
  return () => {
    checks.delete(check)
  }
}

/** Saves, says how it went in the words of section 8, and goes to what was refused. True when all is stored. */
export function useSave(): { isSaving: boolean; run: () => Promise<boolean> } {
  const { message } = App.useApp()
  const isSaving = useStore($isSaving)
  const run = useCallback(async () => {
    for (const check of checks) if (!(await check())) return false
    const outcome = await save()
    switch (outcome.status) {
      case 'saved':
        message.success(SAVE_TEXTS.saved)
        return true
      case 'unchanged':
        message.info('Everything is saved already.')
        return true
      case 'conflicts':
        message.warning('Someone else has changed the same fields. Please choose what to keep.')
        focusConflicts()
        return false
      case 'failed': {
        message.error(SAVE_TEXTS.failed)
        const { first } = outcome
        if (first) requestAnimationFrame(() => focusError(first))
        return false
      }
      case 'busy':
        return false
    }
  }, [message])
  return { isSaving, run }
}
