import { expect, test } from 'vitest'
import { openPorts } from '../../../server/app/listen.ts'
import { freePorts } from '../../support/program.ts'

/** Seconds for which Caddy keeps an idle connection; nginx keeps it for half as long. */
const LONGEST_PROXY_SECONDS = 120

test('idle connections stay open for longer than a proxy uses them again', async () => {
  const [console = 0, api = 0, widget = 0] = await freePorts(3)
  const answer = () => new Response('ok')
  const close = await openPorts(
    { ports: { console, api, widget }, hosts: ['127.0.0.1'] },
    { console: answer, api: answer, widget: answer },
  )
  try {
    for (const port of [console, api, widget]) {
      const { headers } = await fetch(`http://127.0.0.1:${port}`)
      const seconds = Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1])
      expect(seconds).toBeGreaterThan(LONGEST_PROXY_SECONDS)
    }
  } finally {
    await close()
  }
})
