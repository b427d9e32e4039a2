import { leadPath } from '../../domain/leads/path.ts'
import { isPhone } from '../../platform/page/phone.ts'

/** Returns the URL that opens a lead next to the list; on a phone, the URL of its page. */
export const leadUrl = (id: string): string =>
  isPhone() ? leadPath(id) : `/leads?panel=${encodeURIComponent(id)}`
