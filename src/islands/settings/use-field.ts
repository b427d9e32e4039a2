import { useStore } from '@nanostores/react'
import { useMemo, useSyncExternalStore } from 'react'
import { DEFAULT_PROFILE } from '../../contract/profile.ts'
import { type Hint, hintOf } from '../../domain/settings/profile-validation.ts'
import type { FieldError } from '../../domain/settings/save-plan.ts'
import type { ProfileField, Settings, SettingsField } from '../../domain/settings/settings.ts'
import { $fieldErrors, $settings, errorsOf } from '../../stores/settings/settings.ts'

/** Used between leaving the organization and unmounting the screen. */
const NOTHING: Settings = { ...DEFAULT_PROFILE, faqs: [], questions: [] }

const subscribe = (onChange: () => void) => $settings.listen(onChange)

/** Returns the whole form. Causes a render on every keystroke, so use it only if several fields matter. */
export function useSettings(): Settings {
  return useStore($settings) ?? NOTHING
}

/** Returns a field's value. Causes a render only when this field changes. */
export function useField<Field extends SettingsField>(field: Field): Settings[Field] {
  const read = () => ($settings.get() ?? NOTHING)[field]
  return useSyncExternalStore(subscribe, read, read)
}

/** Returns the server's errors for a field. */
export function useFieldErrors(field: SettingsField): readonly FieldError[] {
  const errors = useStore($fieldErrors)
  return useMemo(() => errorsOf(errors, field), [errors, field])
}

/** Returns a field's hint. Reads it as a string, so that an equal hint does not cause a render. */
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
