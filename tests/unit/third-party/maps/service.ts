import { pino } from 'pino'
import { ADDRESSES, type Address } from '../../../../dev/maps/addresses.ts'
import { createMaps } from '../../../../dev/maps/app.ts'

export interface Sent {
  url: URL
  method: string
  body: string
  keepalive: boolean
  signal: AbortSignal | null
}

const app = createMaps({ log: pino({ level: 'silent' }) })

/**
 * The stand-in behind a `fetch` that records requests. `hold()` delays responses until the function that it
 * returns is called; an abort ends the delay, as in a browser.
 */
export function mapService() {
  const sent: Sent[] = []
  let gate: Promise<void> = Promise.resolve()

  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const { method = 'GET', body = '', keepalive = false, signal = null } = init
    sent.push({ url: new URL(String(input)), method, body: String(body), keepalive, signal })
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
    await Promise.race([gate, aborted])
    return app.request(String(input).replace('https://maps.example', ''), init)
  }

  return {
    fetch,
    sent,
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return resolve
    },
  }
}

export const settings = { baseUrl: 'https://maps.example', token: 'pk.local', timeout: 2_000 }

export const known: Address = ADDRESSES[0] ?? fail()
export const knownLine = `${known.number} ${known.street}`
export const knownFull = `${knownLine}, ${known.city}, ${known.stateName} ${known.zip}, United States`

function fail(): never {
  throw new Error('no sample addresses')
}
