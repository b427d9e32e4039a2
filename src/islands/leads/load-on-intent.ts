/** The modules that rows open. */
export const loadLeadModal = () => import('./lead/modal.tsx')
export const loadStatusMenu = () => import('./lead/status-menu.tsx')

/** Loads them on intent. */
export const prepareLeadModal = () => void loadLeadModal().catch(() => undefined)
export const prepareStatusMenu = () => void loadStatusMenu().catch(() => undefined)
