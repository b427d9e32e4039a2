import { monitorEventLoopDelay } from 'node:perf_hooks'
import { withHubspot } from '../../dev/hubspot/for-server.ts'
import { localStandIns } from '../../dev/stand-ins.ts'
import { readConfig } from '../../server/app/config.ts'
import { startServer } from '../../server/app/start.ts'

/**
 * Runs a server whose HubSpot is at HUBSPOT_URL. When it stops, it prints the maximum and the 99th percentile of its
 * event loop delay, in milliseconds.
 */
const url = process.env.HUBSPOT_URL ?? ''
const config = withHubspot(readConfig(process.env, []))
if (!config.hubspot) throw new Error('No app at HubSpot')
const hubspot = { ...config.hubspot, apiUrl: url, appUrl: url, consentUrl: `${url}/oauth/authorize` }
await startServer({ ...config, hubspot }, localStandIns)

const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
const ms = (nanoseconds: number) => Math.round(nanoseconds / 1e6)
process.on('exit', () => {
  process.stdout.write(`Event loop: 99% ${ms(delay.percentile(99))} ms, at most ${ms(delay.max)} ms\n`)
})
