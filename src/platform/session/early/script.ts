import { ORGANIZATION_PARAM } from '../../../contract/links.ts'
import { readResponseTable } from '../../storage/response-table.ts'
import { SETUP_REQUIRED_KEY } from './setup-required.ts'
import { type Early, type EarlyOptions, startEarly } from './start.ts'

/**
 * The inline script in the head of guarded pages. It comes before everything that would delay it. It runs once per
 * document; `take.ts` hands out what it has started.
 */

declare global {
  interface Window {
    /** Undefined on pages without the script. Null if nothing was started, or if it was discarded. */
    fieldhandEarly?: Early | null
    /** The owner and the responses cached on this device. Can be taken once. */
    fieldhandResponses?: Promise<unknown[] | null> | undefined
  }
}

try {
  window.fieldhandResponses = readResponseTable(indexedDB)
} catch {
  // Access to storage is denied.
}

const needsSetup = () => {
  try {
    return localStorage.getItem(SETUP_REQUIRED_KEY) !== null
  } catch {
    return false
  }
}

const start = () =>
  startEarly(JSON.parse(document.currentScript?.dataset.early ?? '') as EarlyOptions, {
    cookies: document.cookie,
    origin: location.origin,
    organizationId: new URLSearchParams(location.search).get(ORGANIZATION_PARAM),
    now: Date.now,
    fetch: (url, init) => fetch(url, init),
    cached: window.fieldhandResponses ?? Promise.resolve(null),
  })

// Without the feature, no data is shown, not even until Clerk has loaded.
window.fieldhandEarly = needsSetup() ? null : start()
