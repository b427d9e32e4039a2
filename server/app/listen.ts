import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { StartupError } from '../base/errors.ts'
import { openSockets } from '../http/sockets.ts'
import type { Config } from '../kernel/config.ts'

export type Fetch = (request: Request, env: object) => Response | Promise<Response>

type Name = keyof Config['ports'] | 'metrics'
const LABELS: Record<Name, string> = {
  console: 'console',
  api: 'API',
  widget: 'widget host',
  metrics: 'metrics',
}
const SETTINGS: Record<Name, string> = {
  console: '--port',
  api: '--api-port',
  widget: '--widget-port',
  metrics: 'METRICS_PORT',
}
/** How long pending requests may take during shutdown. */
const GRACE_MS = 2_000
/**
 * How long idle connections stay open: longer than in nginx (1 min) and Caddy (2 min). Otherwise, a proxy can send a
 * request on a connection that is being closed, and then returns 502.
 */
const KEEP_ALIVE_MS = 150_000

interface Door {
  name: Name
  port: number
  hosts: readonly string[]
  fetch: Fetch
}

interface Opened {
  server: Server
  sockets: ReturnType<typeof openSockets>
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function reasonFor(error: NodeJS.ErrnoException, name: Name, port: number, host: string): StartupError {
  const what = `Port ${port} for the ${LABELS[name]}`
  if (error.code === 'EADDRINUSE') {
    return new StartupError(
      `${what} is in use by another program: stop it, or choose another with ${SETTINGS[name]}.`,
    )
  }
  if (error.code === 'EACCES') return new StartupError(`${what} may not be opened by this user (EACCES).`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    const variable = name === 'metrics' ? 'METRICS_HOST' : 'HOST'
    return new StartupError(`${variable} names an address that this machine does not have: ${host}.`)
  }
  return new StartupError(`${what} cannot be opened (${error.code ?? error.message}).`)
}

/** Returns whether only IPv6 is missing. Listening on IPv4 is then enough. */
const isWithoutIpv6 = (error: NodeJS.ErrnoException, hosts: readonly string[], host: string) =>
  hosts.length > 1 && host.includes(':') && /^(EADDRNOTAVAIL|EAFNOSUPPORT)$/.test(error.code ?? '')

function close({ server, sockets }: Opened): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => {
      server.closeAllConnections()
      sockets.endAll()
    }, GRACE_MS)
    sockets.closeAll()
    server.close(() => {
      clearTimeout(force)
      resolve()
    })
    server.closeIdleConnections()
  })
}

/**
 * Opens the ports that have a fetcher (the metrics port only if there is one), all or none, and returns a function that closes them.
 * Throws a StartupError that names the port if one cannot be opened.
 */
export async function openPorts(
  { ports, hosts, metrics }: Pick<Config, 'ports' | 'hosts' | 'metrics'>,
  fetchers: Partial<Record<Name, Fetch>>,
): Promise<() => Promise<void>> {
  const doors = (['console', 'api', 'widget'] as const).flatMap((name): Door[] => {
    const fetch = fetchers[name]
    return fetch ? [{ name, port: ports[name], hosts, fetch }] : []
  })
  if (metrics && fetchers.metrics) doors.push({ name: 'metrics', ...metrics, fetch: fetchers.metrics })
  const servers: Opened[] = []
  const closeAll = async () => {
    await Promise.all(servers.map(close))
  }
  for (const { name, port, hosts, fetch } of doors) {
    for (const host of hosts) {
      const sockets = openSockets()
      const { websocket, serverOptions } = sockets
      const server = createAdaptorServer(
        name === 'api' ? { fetch, websocket, serverOptions } : { fetch },
      ) as Server
      server.keepAliveTimeout = KEEP_ALIVE_MS
      try {
        await listen(server, port, host)
        servers.push({ server, sockets })
      } catch (error) {
        if (isWithoutIpv6(error as NodeJS.ErrnoException, hosts, host)) continue
        await closeAll()
        throw reasonFor(error as NodeJS.ErrnoException, name, port, host)
      }
    }
  }
  return closeAll
}
