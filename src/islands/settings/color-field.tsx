import { readHexColor } from '../../domain/common/contrast.ts'
import { SETTINGS_FIELDS } from '../../domain/settings/fields.ts'
import { setField } from '../../stores/settings/settings.ts'
import { ColorInput } from '../../ui/color-input.tsx'
import { FieldRow } from './fields.tsx'
import { useField, useHint } from './use-field.ts'

/** The widget's default and colors on which white text is readable. */
const PRESETS = [
  { name: 'Default blue', color: '#1f93ff' },
  { name: 'Blue', color: '#1565c0' },
  { name: 'Teal', color: '#00796b' },
  { name: 'Green', color: '#2e7d32' },
  { name: 'Brown', color: '#6d4c41' },
  { name: 'Orange', color: '#bf360c' },
  { name: 'Red', color: '#c62828' },
  { name: 'Violet', color: '#51307f' },
]

interface Props {
  field: 'widget_color' | 'primary_color'
  /** The color picker's value if no color is set. */
  fallback: string
  note?: string
}

/** A color as text, next to a picker. */
export function ColorField({ field, fallback, note }: Props) {
  const value = useField(field)
  const hint = useHint(field)
  return (
    <FieldRow field={field} note={note}>
      {(aria) => (
        <span className="color-field">
          <input
            {...aria}
            type="text"
            className="field-box text-input"
            value={value ?? ''}
            placeholder={fallback}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setField(field, event.target.value)}
            onBlur={() => {
              const read = value ? readHexColor(value) : null
              if (read && value && read !== value.toLowerCase()) setField(field, read)
            }}
          />
          <ColorInput
            label={`${SETTINGS_FIELDS[field].label}, picker`}
            value={readHexColor(value ?? '') ?? readHexColor(fallback) ?? '#000000'}
            presets={PRESETS}
            warning={hint?.message ?? null}
            onChange={(color) => setField(field, color)}
          />
        </span>
      )}
    </FieldRow>
  )
}
