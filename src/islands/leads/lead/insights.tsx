import type { ExtractedMetadata, Lead } from '../../../contract/leads.ts'
import { phoneText } from '../../../domain/common/dialable.ts'
import { present } from '../../../domain/common/present.ts'
import { Detail, Group } from './detail-group.tsx'

const FIELDS: [keyof ExtractedMetadata, string][] = [
  ['name', 'Name'],
  ['email', 'Email'],
  ['phone', 'Phone'],
  ['address', 'Address'],
  ['service_needs', 'Service needs'],
  ['service_additional_info', 'Additional info'],
  ['property_size', 'Property size'],
  ['budget', 'Budget'],
  ['timeline', 'Timeline'],
  ['service_availability', 'Availability'],
]

/** The values that the agent extracted from the conversation (section 2, Lead dialog). */
export function LeadInsights({ lead: { extracted_metadata } }: { lead: Lead }) {
  if (!extracted_metadata) {
    return <p className="muted">The agent has not extracted any information from this lead yet.</p>
  }
  return (
    <Group title="Extracted by the agent">
      {FIELDS.map(([field, label]) => (
        <Detail key={field} label={label}>
          {field === 'phone' ? extractedPhone(extracted_metadata) : present(extracted_metadata[field])}
        </Detail>
      ))}
    </Group>
  )
}

function extractedPhone({ phone }: ExtractedMetadata): string | null {
  const text = present(phone)
  return text && phoneText(text)
}
