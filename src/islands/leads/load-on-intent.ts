/** What the rows of the list open. */
export const loadLeadModal = () => import('./lead-modal.tsx')
export const loadStatusMenu = () => import('./status-menu.tsx')

/** Have it at hand, on intent. */
export const prepareLeadModal = () => void loadLeadModal().catch(() => undefined)
export const prepareStatusMenu = () => void loadStatusMenu().catch(() => undefined)
