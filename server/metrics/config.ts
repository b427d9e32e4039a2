import { hostsOf, type Read, readPort } from '../base/environment.ts'
import { StartupError } from '../base/errors.ts'
import type { Config } from '../kernel/config.ts'

declare module '../kernel/config.ts' {
  interface Config {
    /** Where Prometheus reads the metrics; null turns metrics off. */
    metrics?: { port: number; hosts: readonly string[] } | null
  }
}

/** Reads where the metrics are served. HOST does not open them to other machines, because they need no sign-in. */
export function readMetrics(read: Read, ports: Config['ports']): Config['metrics'] {
  const given = read('METRICS_PORT')
  const host = read('METRICS_HOST')
  if (given === undefined) {
    if (host) throw new StartupError('METRICS_HOST belongs to METRICS_PORT: set both, or neither.')
    return null
  }
  const port = readPort('METRICS_PORT', given, 0)
  if (Object.values(ports).includes(port)) {
    throw new StartupError(`METRICS_PORT must differ from the other ports, and ${port} is one of them.`)
  }
  return { port, hosts: hostsOf(host) }
}
