import { setTimeout } from 'node:timers/promises'
import type { CDPSession } from '@playwright/test'

/** The kind of a request in a report. All kinds except `clerk` and `api` include only the console's own files. */
export type Kind = 'html' | 'css' | 'js' | 'other' | 'clerk' | 'api'

export interface Transfer {
  kind: Kind
  url: string
  /** Bytes on the wire, including the response's headers; 0 if cached by the browser. */
  bytes: number
  /** Milliseconds since the first request. */
  start: number
  end: number
}

/** The origins that identify the recipient of a request. */
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
 * Records the requests of a page, including preflights. A response that never ends, such as the live stream, counts
 * once its headers have arrived.
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

/** Resolves when no request has started or ended for `quiet` milliseconds, including those that load when idle. */
export async function untilQuiet(transfers: readonly Transfer[], quiet: number): Promise<void> {
  const state = () => JSON.stringify(transfers.map(({ bytes }) => bytes))
  for (let before = ''; before !== state(); ) {
    before = state()
    await setTimeout(quiet)
  }
}
