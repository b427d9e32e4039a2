import type { ContactProperty, MappedField } from '../../contract/hubspot.ts'

interface Props {
  id: string
  field: MappedField
  value: string
  /** The properties of the account; null if HubSpot does not tell. */
  properties: readonly ContactProperty[] | null
  isReadOnly: boolean
  onChange: (value: string) => void
}

/** Chooses the contact property of a field, or takes its internal name if HubSpot does not tell which there are. */
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
      <select
        id={id}
        className="field-box"
        value={value}
        disabled={isReadOnly}
        {...(isMissing && { 'aria-invalid': true, 'aria-describedby': problem })}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">Not transferred</option>
        {isMissing && <option value={value}>{value}</option>}
        {fitting.map(({ id: name, label }) => (
          <option key={name} value={name}>
            {label === name ? name : `${label} (${name})`}
          </option>
        ))}
      </select>
      {isMissing && (
        <span id={problem} className="hubspot-missing error-text">
          HubSpot has no contact property “{value}” that can hold this. Choose another one.
        </span>
      )}
    </>
  )
}
