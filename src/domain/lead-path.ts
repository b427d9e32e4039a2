/** Where a lead's own page is. */
export const leadPath = (id: string) => `/leads/${encodeURIComponent(id)}`
