import { addSites } from '../../domain/settings/allowed-sites.ts'
import { SETTINGS_FIELDS } from '../../domain/settings/fields.ts'
import { setField } from '../../stores/settings/settings.ts'
import { TagsField } from '../../ui/tags-field.tsx'
import { FieldRow } from './fields.tsx'
import { useField } from './use-field.ts'

/** The websites that can show the widget. An empty list allows all websites. */
export function AllowedSites() {
  const list = useField('allowed_domains')
  return (
    <FieldRow
      field="allowed_domains"
      note={
        list.length === 0
          ? 'Any website may show your chat. List yours to keep others from using it.'
          : 'Only these websites and their subdomains may show your chat.'
      }
    >
      {(aria) => (
        <TagsField
          {...aria}
          label={SETTINGS_FIELDS.allowed_domains.label}
          placeholder="yourbusiness.com, press Enter"
          list={list}
          add={addSites}
          onChange={(next) => setField('allowed_domains', next)}
        />
      )}
    </FieldRow>
  )
}
