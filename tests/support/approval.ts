import { type Approval, CONNECT_PARAM } from '../../src/contract/consent.ts'

/** Returns the approval in the fragment of the URL to which a consent page redirects; null if there is none. */
export function approvalIn(address: string): Approval | null {
  const fragment = new URLSearchParams(new URL(address).hash.slice(1))
  if (!fragment.has(CONNECT_PARAM)) return null
  return { code: fragment.get('code') ?? '', state: fragment.get('state') ?? '' }
}
