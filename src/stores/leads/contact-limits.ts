import type { ReadableAtom } from 'nanostores'
import { fetchContactLimits } from '../../api/contact-limits.ts'
import type { ContactLimits } from '../../contract/contact-limits.ts'
import { orNull } from '../base/query/optional.ts'
import { organizationQuery, type QueryState } from '../base/query/query.ts'
import { $storedLeadId } from './page.ts'

/** What limits the contact with the current lead; null if the API doesn't tell or no longer has the lead. */
export const $contactLimits: ReadableAtom<QueryState<ContactLimits | null>> = organizationQuery<
  ContactLimits | null,
  string
>({
  kind: 'contact-limits',
  $input: $storedLeadId,
  read: orNull((organizationId: string, signal: AbortSignal, leadId: string) =>
    fetchContactLimits(organizationId, leadId, signal),
  ),
})
