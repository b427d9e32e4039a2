import type { Page, Route } from '@playwright/test'

/** The response of an API that is down. */
export const UNAVAILABLE = {
  status: 503,
  headers: { 'Access-Control-Allow-Origin': '*' },
  json: { message: 'Down for a moment' },
}

/** Holds writes to a path until the test responds to them. */
export async function holdWrites(page: Page, path: string | RegExp): Promise<Route[]> {
  const held: Route[] = []
  await page.route(path, (route) =>
    ['GET', 'OPTIONS'].includes(route.request().method()) ? route.fallback() : void held.push(route),
  )
  return held
}
