import { readHexColor } from '../../domain/common/contrast.ts'
import { setField } from '../../stores/settings/settings.ts'
import { FieldRow } from './fields.tsx'
import { FIELD_LABELS } from './labels.ts'
import { useField } from './use-field.ts'

interface Props {
  field: 'widget_color' | 'primary_color'
  /** The color picker's value if no color is set. */
  fallback: string
  note?: string
}

/** A color as text, next to the browser's color picker. */
export function ColorField({ field, fallback, note }: Props) {
  const value = useField(field)
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
          <input
            type="color"
            aria-label={`${FIELD_LABELS[field]}, picker`}
            value={readHexColor(value ?? '') ?? readHexColor(fallback) ?? '#000000'}
            onChange={(event) => setField(field, event.target.value)}
          />
        </span>
      )}
    </FieldRow>
  )
}
