import { useState } from 'react'
import { LIMITS } from '../../contract/limits.ts'
import { grouped } from '../../domain/common/grouped.ts'
import { SETTINGS_FIELDS } from '../../domain/settings/fields.ts'
import { AREA_TYPES } from '../../domain/settings/options.ts'
import { addCities, addedText, addZipCodes, radiusOrDefault } from '../../domain/settings/service-area.ts'
import { setField } from '../../stores/settings/settings.ts'
import { TagsField } from '../../ui/tags-field.tsx'
import { AreaField, ChoiceField, FieldRow } from './fields.tsx'
import { Section } from './section.tsx'
import { useField } from './use-field.ts'

/**
 * The service area by radius, ZIP codes, cities, or description (section 2, Service Area). Preserves the values of the
 * other types.
 */
export function AreaSection() {
  const type = useField('service_area_type')
  return (
    <Section id="area" lead="Where you take jobs.">
      <ChoiceField field="service_area_type" options={AREA_TYPES} />
      {type === 'radius' && <RadiusRow />}
      {type === 'zipcodes' && (
        <ListRow field="service_area_zipcodes" add={addZipCodes} placeholder="Type a ZIP code, press Enter" />
      )}
      {type === 'cities' && (
        <ListRow field="service_area_cities" add={addCities} placeholder="Type a city, press Enter" />
      )}
      {type === 'custom' && (
        <AreaField
          field="service_area_custom_description"
          placeholder="Everything inside the beltway, and Dublin up to the river"
        />
      )}
    </Section>
  )
}

function RadiusRow() {
  const radius = useField('service_area_radius')
  const [text, setText] = useState<string | null>(null)
  return (
    <FieldRow field="service_area_radius" note="Measured from your address.">
      {(aria) => (
        <input
          {...aria}
          type="text"
          className="field-box text-input radius-input"
          inputMode="decimal"
          autoComplete="off"
          maxLength={8}
          value={text ?? radius ?? ''}
          onChange={({ target }) => {
            setText(target.value)
            const miles = readMiles(target.value)
            if (miles !== undefined) setField('service_area_radius', miles)
          }}
          onBlur={() => {
            setText(null)
            if (radius === null) setField('service_area_radius', radiusOrDefault(null))
          }}
        />
      )}
    </FieldRow>
  )
}

/** Returns the typed number, null for an empty field, or undefined for text that isn't a number. */
function readMiles(text: string): number | null | undefined {
  const typed = text.trim().replace(',', '.')
  if (typed === '') return null
  return /^\d+(\.\d*)?$/.test(typed) ? Number(typed) : undefined
}

interface ListProps {
  field: 'service_area_zipcodes' | 'service_area_cities'
  placeholder: string
  add: typeof addZipCodes
}

const MOST = { service_area_zipcodes: LIMITS.zipCodes, service_area_cities: LIMITS.cities }

function ListRow({ field, placeholder, add }: ListProps) {
  const list = useField(field)
  return (
    <FieldRow
      field={field}
      note="Press Enter after each, or paste as many at once as you like."
      count={`${grouped(list.length)} of at most ${grouped(MOST[field])}`}
    >
      {(aria) => (
        <TagsField
          {...aria}
          label={SETTINGS_FIELDS[field].label}
          placeholder={placeholder}
          list={list}
          add={(before, text) => {
            const result = add(before, text)
            return { ...result, summary: addedText(result) }
          }}
          onChange={(next) => setField(field, next)}
        />
      )}
    </FieldRow>
  )
}
