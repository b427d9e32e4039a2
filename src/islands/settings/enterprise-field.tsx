import { SETTINGS_FIELDS } from '../../domain/settings/fields.ts'
import { openChat } from '../../stores/shell/shell.ts'
import { Switch } from '../../ui/switch.tsx'
import { FieldRow, type SwitchFieldName } from './fields.tsx'
import { useLinks } from './links.tsx'
import { useField } from './use-field.ts'

/** A switch for an Enterprise plan feature, which is read-only here (section 5). */
export function EnterpriseField({ field }: { field: SwitchFieldName }) {
  const value = useField(field)
  return (
    <FieldRow field={field}>
      {(aria) => (
        <span className="enterprise">
          <Switch {...aria} checked={value === true} disabled />
          <EnterpriseTag feature={SETTINGS_FIELDS[field].label} />
        </span>
      )}
    </FieldRow>
  )
}

/** Opens the support chat if there is one, or an email to sales (section 2). */
function EnterpriseTag({ feature }: { feature: string }) {
  const { supportChatUrl, salesEmail } = useLinks()
  if (supportChatUrl) {
    return (
      <button
        type="button"
        className="gold-tag"
        aria-label={`Enterprise: ask support about ${feature}`}
        onClick={openChat}
      >
        Enterprise
      </button>
    )
  }
  if (!salesEmail) return <span className="gold-tag">Enterprise</span>
  const subject = encodeURIComponent(`Enterprise: ${feature}`)
  return (
    <a
      className="gold-tag"
      aria-label={`Enterprise: write to sales about ${feature}`}
      href={`mailto:${salesEmail}?subject=${subject}`}
    >
      Enterprise
    </a>
  )
}
