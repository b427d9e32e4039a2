interface Approval {
  provider: string
  code: string
  state: string
}

declare global {
  interface Window {
    /** The approval that the browser has brought back from a consent page; written by layouts/guard.astro. */
    fieldhandApproval?: Approval | undefined
  }
}

/** Returns the approval of a provider that the browser has brought back, once. It is only in this page's memory. */
export function takeApproval(provider: string): Approval | null {
  const { window } = globalThis
  const approval = window?.fieldhandApproval
  if (approval?.provider !== provider) return null
  window.fieldhandApproval = undefined
  return approval
}
