import type { ContactProperty, MappedField } from '../../contract/hubspot.ts'
import { SearchSelect } from '../../ui/search-select.tsx'

interface Props {
  id: string
  field: MappedField
  value: string
  /** The account's properties, or null if HubSpot doesn't provide them. */
  properties: readonly ContactProperty[] | null
  isReadOnly: boolean
  onChange: (value: string) => void
}

/** Selects the contact property for a field. If HubSpot doesn't list the properties, accepts an internal name. */
export function HubspotProperty({ id, field, value, properties, isReadOnly, onChange }: Props) {
  if (properties === null) {
    return (
      <input
        id={id}
        className="field-box"
        value={value}
        maxLength={100}
        placeholder="Not transferred"
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        readOnly={isReadOnly}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  }
  const fitting = properties.filter(({ fields }) => fields.includes(field))
  const isMissing = value !== '' && !fitting.some((property) => property.id === value)
  const problem = `${id}-problem`
  return (
    <>
      <SearchSelect
        id={id}
        value={value}
        options={[
          { value: '', label: 'Not transferred' },
          ...(isMissing ? [{ value, label: value }] : []),
          ...fitting.map(({ id: name, label }) => ({
            value: name,
            label: label === name ? name : `${label} (${name})`,
          })),
        ]}
        disabled={isReadOnly}
        {...(isMissing && { 'aria-invalid': true, 'aria-describedby': problem })}
        onChange={onChange}
      />
      {isMissing && (
        <span id={problem} className="hubspot-missing error-text">
          HubSpot has no contact property “{value}” that can hold this. Choose another one.
        </span>
      )}
    </>
  )
}
