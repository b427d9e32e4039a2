import { configure } from '../../src/api/client.ts'
import { faultyFetch } from './faults.ts'
import type { TestServer } from './server.ts'

export const ORIGIN = 'http://localhost:3000'

/** Connects the console's data layer to a test server as the demo owner. Returns the network between them. */
export function connectConsole(server: TestServer, email = 'owner@fieldhand.test') {
  const network = faultyFetch(async (request) => server.app.api.fetch(request))
  configure({
    baseUrl: 'http://localhost:3001',
    fetch: network.fetch,
    getToken: () => server.tokenFor(email),
  })
  return network
}

/** Stubs the address bar. Returns a function that reads it. Restoring the test's stubs removes it. */
export function stubAddress(stub: (name: string, value: unknown) => unknown, path = '/') {
  const location = { href: ORIGIN + path }
  const history = {
    state: null,
    replaceState: (_state: unknown, _title: string, url: URL) => {
      location.href = url.href
    },
  }
  stub('location', location)
  stub('history', history)
  return {
    open: (next: string) => {
      location.href = ORIGIN + next
    },
    shown: () => location.href.slice(ORIGIN.length),
  }
}
