import { type Approval, CONNECT_PARAM } from '../../src/contract/consent.ts'

/** The approval in the fragment of a page to which a browser returns from a consent page; null without one. */
export function approvalIn(address: string): Approval | null {
  const fragment = new URLSearchParams(new URL(address).hash.slice(1))
  if (!fragment.has(CONNECT_PARAM)) return null
  return { code: fragment.get('code') ?? '', state: fragment.get('state') ?? '' }
}
