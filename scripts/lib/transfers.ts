import { setTimeout } from 'node:timers/promises'
import type { CDPSession } from '@playwright/test'

/** A kind of request in a report. `own` files are those of the export. */
export type Kind = 'html' | 'css' | 'js' | 'other' | 'clerk' | 'api'

/** One request as the browser made it. */
export interface Transfer {
  kind: Kind
  url: string
  /** Bytes on the wire, with the response's headers; 0 from the browser's cache. */
  bytes: number
  /** Milliseconds since the first request. */
  start: number
  end: number
}

/** The origins that tell whose a request is. */
interface Origins {
  console: string
  api: string
}

/** The path of the local identity on the console's origin. */
const IDENTITY = '/__clerk/'

const EXTENSIONS: Record<string, Kind> = { js: 'js', css: 'css' }

function kindOf(url: string, type: string, { console, api }: Origins): Kind {
  const { origin, pathname } = new URL(url)
  if (origin === api) return 'api'
  if (origin !== console || pathname.startsWith(IDENTITY)) return 'clerk'
  if (type === 'Document') return 'html'
  return EXTENSIONS[pathname.slice(pathname.lastIndexOf('.') + 1)] ?? 'other'
}

/**
 * Records the requests of a page, also preflights. Reading a response that never ends, such as the live stream, counts
 * once its headers are there.
 */
export async function recordTransfers(session: CDPSession, origins: Origins): Promise<Transfer[]> {
  const transfers: Transfer[] = []
  const underWay = new Map<string, Transfer>()
  let first: number | undefined
  await session.send('Network.enable')
  session.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp }) => {
    if (!/^https?:/.test(request.url)) return
    first ??= timestamp
    const start = (timestamp - first) * 1000
    const transfer = {
      kind: kindOf(request.url, type ?? '', origins),
      url: request.url,
      bytes: 0,
      start,
      end: start,
    }
    underWay.set(requestId, transfer)
    transfers.push(transfer)
  })
  const update = (requestId: string, timestamp: number, bytes: number) => {
    const transfer = underWay.get(requestId)
    if (transfer) Object.assign(transfer, { bytes, end: (timestamp - (first ?? timestamp)) * 1000 })
  }
  session.on('Network.responseReceived', ({ requestId, timestamp, response }) =>
    update(requestId, timestamp, response.encodedDataLength),
  )
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) =>
    update(requestId, timestamp, encodedDataLength),
  )
  return transfers
}

/** Resolves once no request has started or ended for `quiet` milliseconds; what loads when idle counts too. */
export async function untilQuiet(transfers: readonly Transfer[], quiet: number): Promise<void> {
  const state = () => JSON.stringify(transfers.map(({ bytes }) => bytes))
  for (let before = ''; before !== state(); ) {
    before = state()
    await setTimeout(quiet)
  }
}
