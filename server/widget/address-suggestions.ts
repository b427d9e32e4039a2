import { withoutSecrets } from '../agent/secrets.ts'
import { hashToken } from '../base/secrets.ts'
import { answering } from '../conversations/answering.ts'
import type { Deps } from '../kernel/deps.ts'
import { createAddressSearch } from '../places/address-search.ts'
import { locationOf } from '../profiles/business.ts'
import { askingOf } from './asking.ts'
import type { VisitorConversation } from './visitor-conversation.ts'

/** Returns a UUID that is the same for the whole conversation, and from which nobody can tell which one it is. */
function sessionOf(token: string): string {
  const hex = hashToken(`addresses:${token}`)
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`]
  return [...parts, hex.slice(20, 32)].join('-')
}

/**
 * Returns a function that completes a visitor's address near the business. It returns nothing unless the agent asks for
 * the address, without a map service, and if that fails.
 */
export function createAddressSuggestions(deps: Deps) {
  const { db, clock, config, log } = deps
  const search = config.maps ? createAddressSearch(log, config.maps) : null
  return async (conversation: VisitorConversation, token: string, text: string, signal: AbortSignal) => {
    if (!search || withoutSecrets(text) !== text) return []
    const { holder, state } = await answering(db, conversation, clock())
    const { control } = askingOf(deps, state, { holder, status: conversation.status })
    if (control?.kind !== 'address') return []
    const organizationId = conversation.organization_id
    const near = await locationOf(db, organizationId)
    return search({ organizationId, text, near, session: sessionOf(token), signal })
  }
}
