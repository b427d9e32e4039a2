/** The pages that serve paths with an id (public/_redirects). */
const ROUTES = [
  { path: /^\/leads\/[^/]+$/, route: '/lead' },
  { path: /^\/conversations\/[^/]+$/, route: '/conversations' },
]

/** Returns the route in `src/pages` that serves a path. */
export const routeOf = (path: string): string => ROUTES.find((known) => known.path.test(path))?.route ?? path
