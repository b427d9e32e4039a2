import { useStore } from '@nanostores/react'
import { useMemo, useSyncExternalStore } from 'react'
import { DEFAULT_PROFILE } from '../../contract/profile.ts'
import { type Hint, hintOf } from '../../domain/profile-validation.ts'
import type { FieldError } from '../../domain/save-plan.ts'
import type { ProfileField, Settings, SettingsField } from '../../domain/settings.ts'
import { $fieldErrors, $settings, errorsOf } from '../../stores/settings.ts'

/** Stands for the moment in which the organization has been left and the screen has not gone yet. */
const NOTHING: Settings = { ...DEFAULT_PROFILE, faqs: [], questions: [] }

const subscribe = (onChange: () => void) => $settings.listen(onChange)

/** Everything as it stands on the screen. Drawn anew with every key: use it where several fields matter. */
export function useSettings(): Settings {
  return useStore($settings) ?? NOTHING
}

/** What a field holds on the screen; only a change of this field draws anew. */
export function useField<Field extends SettingsField>(field: Field): Settings[Field] {
  const read = () => ($settings.get() ?? NOTHING)[field]
  return useSyncExternalStore(subscribe, read, read)
}

/** What the server has refused in a field. */
export function useFieldErrors(field: SettingsField): readonly FieldError[] {
  const errors = useStore($fieldErrors)
  return useMemo(() => errorsOf(errors, field), [errors, field])
}

/** What helps with a field, as text, so that equal help draws nothing anew. */
export function useHint(field: ProfileField): Hint | null {
  const read = () => {
    const hint = hintOf(field, $settings.get() ?? NOTHING)
    return hint ? `${hint.level}:${hint.message}` : ''
  }
  const hint = useSyncExternalStore(subscribe, read, read)
  if (!hint) return null
  const level = hint.startsWith('error:') ? 'error' : 'warning'
  return { level, message: hint.slice(level.length + 1) }
}
