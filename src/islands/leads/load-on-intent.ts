/** The modules that open from a row. */
export const loadLeadModal = () => import('./lead/modal.tsx')
export const loadStatusMenu = () => import('./lead/status-menu.tsx')

/** Preloads them when the user is about to open a lead. */
export const prepareLeadModal = () => void loadLeadModal().catch(() => undefined)
export const prepareStatusMenu = () => void loadStatusMenu().catch(() => undefined)
