import { type BrowserOptions, makeFetchTransport } from '@sentry/browser'
import { withoutQueries } from '../../domain/monitoring/monitoring.ts'

type MakeTransport = NonNullable<BrowserOptions['transport']>
type Envelope = Parameters<ReturnType<MakeTransport>['send']>[0]
type Item = Envelope[1][number]

/** Returns a recording in the service's format: a line of headers, followed by the compressed events. */
async function recordingOf(payload: string): Promise<Uint8Array> {
  const events = payload.indexOf('\n') + 1
  const deflated = new Blob([withoutQueries(payload.slice(events))])
    .stream()
    .pipeThrough(new CompressionStream('deflate'))
  const whole = new Blob([payload.slice(0, events), await new Response(deflated).blob()])
  return new Uint8Array(await whole.arrayBuffer())
}

async function carefully([header, payload]: Item): Promise<Item> {
  if (header.type === 'replay_recording') {
    if (typeof payload !== 'string') return [header, payload] as Item
    const recording = await recordingOf(payload)
    return [{ ...header, length: recording.length }, recording] as Item
  }
  return [header, JSON.parse(withoutQueries(JSON.stringify(payload)))] as Item
}

/** Sends data like the service's own transport, but first removes queries and fragments from all URLs. */
export const makeCarefulTransport: MakeTransport = (options) => {
  const transport = makeFetchTransport(options)
  return {
    ...transport,
    async send([headers, items]) {
      return transport.send([headers, await Promise.all(items.map(carefully))] as unknown as Envelope)
    },
  }
}
