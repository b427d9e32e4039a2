import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import type { Config } from './config.ts'
import { StartupError } from './errors.ts'

export type Fetch = (request: Request, env: object) => Response | Promise<Response>

type Name = keyof Config['ports']
const LABELS: Record<Name, string> = { console: 'console', api: 'API', widget: 'widget host' }
const VARIABLES: Record<Name, string> = { console: 'port', api: 'api-port', widget: 'widget-port' }
/** How long pending requests may take during shutdown. */
const GRACE_MS = 2_000

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
      `${what} is in use by another program: stop it, or choose another with --${VARIABLES[name]}.`,
    )
  }
  if (error.code === 'EACCES') return new StartupError(`${what} may not be opened by this user (EACCES).`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new StartupError(`HOST names an address that this machine does not have: ${host}.`)
  }
  return new StartupError(`${what} cannot be opened (${error.code ?? error.message}).`)
}

/** IPv6 may be missing; listening on IPv4 is then enough. */
const isWithoutIpv6 = (error: NodeJS.ErrnoException, hosts: readonly string[], host: string) =>
  hosts.length > 1 && host.includes(':') && /^(EADDRNOTAVAIL|EAFNOSUPPORT)$/.test(error.code ?? '')

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), GRACE_MS)
    server.close(() => {
      clearTimeout(force)
      resolve()
    })
    server.closeIdleConnections()
  })
}

/**
 * Opens the three ports, all or none, and returns a function that closes them. Throws StartupError that names
 * the port if one cannot be opened.
 */
export async function openPorts(
  { ports, hosts }: Pick<Config, 'ports' | 'hosts'>,
  fetchers: Record<Name, Fetch>,
): Promise<() => Promise<void>> {
  const servers: Server[] = []
  const closeAll = async () => {
    await Promise.all(servers.map(close))
  }
  for (const name of ['console', 'api', 'widget'] as const) {
    for (const host of hosts) {
      const server = createAdaptorServer({ fetch: fetchers[name] }) as Server
      try {
        await listen(server, ports[name], host)
        servers.push(server)
      } catch (error) {
        if (isWithoutIpv6(error as NodeJS.ErrnoException, hosts, host)) continue
        await closeAll()
        throw reasonFor(error as NodeJS.ErrnoException, name, ports[name], host)
      }
    }
  }
  return closeAll
}
