/** Returns the route in `src/pages` of a path: one page serves every lead (public/_redirects). */
export const routeOf = (path: string): string => (/^\/leads\/[^/]+$/.test(path) ? '/lead' : path)
