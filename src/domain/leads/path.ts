/** Returns the path of a lead's page. */
export const leadPath = (id: string) => `/leads/${encodeURIComponent(id)}`
