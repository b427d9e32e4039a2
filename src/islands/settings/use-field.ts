import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import type { Hint } from '../../domain/settings/profile-validation.ts'
import type { FieldError } from '../../domain/settings/save-plan.ts'
import type { ProfileField, Settings, SettingsField } from '../../domain/settings/settings.ts'
import { $fieldErrors, errorsOf, fieldStore, hintStore } from '../../stores/settings/settings.ts'

/** Returns a field's value. Triggers a render only when this field changes. */
export function useField<Field extends SettingsField>(field: Field): Settings[Field] {
  return useStore(fieldStore(field))
}

export function useFieldErrors(field: SettingsField): readonly FieldError[] {
  const errors = useStore($fieldErrors)
  return useMemo(() => errorsOf(errors, field), [errors, field])
}

export function useHint(field: ProfileField): Hint | null {
  return useStore(hintStore(field))
}
