interface Approval {
  provider: string
  code: string
  state: string
}

declare global {
  interface Window {
    /** The approval that the browser brought back from a consent page. Set by layouts/guard.astro. */
    fieldhandApproval?: Approval | undefined
  }
}

/**
 * Returns the approval that the browser brought back from a provider's consent page, and removes it. It exists only in
 * this page's memory.
 */
export function takeApproval(provider: string): Approval | null {
  const { window } = globalThis
  const approval = window?.fieldhandApproval
  if (approval?.provider !== provider) return null
  window.fieldhandApproval = undefined
  return approval
}
