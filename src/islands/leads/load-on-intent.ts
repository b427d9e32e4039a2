/** The module that opens from a row. */
export const loadLeadModal = () => import('./lead/modal.tsx')

/** Preloads it when the user is about to open a lead. */
export const prepareLeadModal = () => void loadLeadModal().catch(() => undefined)
