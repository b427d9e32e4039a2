import { ORGANIZATION_PARAM } from '../../../contract/links.ts'
import { readResponseTable } from '../../storage/response-table.ts'
import { type Early, type EarlyOptions, startEarly } from './start.ts'

/**
 * The inline script in the head of guarded pages, before everything that it would otherwise wait for. It runs once for
 * each document; `take.ts` hands out what it has started.
 */

declare global {
  interface Window {
    /** Undefined on pages without the script; null if nothing was started, or it was discarded. */
    fieldhandEarly?: Early | null
    /** The owner and the responses that this device has cached; taken once. */
    fieldhandResponses?: Promise<unknown[] | null> | undefined
  }
}

try {
  window.fieldhandResponses = readResponseTable(indexedDB)
} catch {
  // Storage is denied.
}

window.fieldhandEarly = startEarly(JSON.parse(document.currentScript?.dataset.early ?? '') as EarlyOptions, {
  cookies: document.cookie,
  origin: location.origin,
  organizationId: new URLSearchParams(location.search).get(ORGANIZATION_PARAM),
  now: Date.now,
  fetch: (url, init) => fetch(url, init),
  cached: window.fieldhandResponses ?? Promise.resolve(null),
})
