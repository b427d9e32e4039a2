import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach } from 'vitest'

type Answer = unknown[] | ((response: ServerResponse) => void)

/** A suggestion in the map service's format. */
export const suggestion = (name: string, place = 'Columbus, Ohio 43215, United States') => ({
  name,
  full_address: `${name}, ${place}`,
})

/** Starts a map service. By default, it suggests nothing. */
export async function mapHost() {
  const requests: URL[] = []
  let answer: Answer = []
  const server = createServer((request, response) => {
    requests.push(new URL(request.url ?? '', 'http://maps.test'))
    if (typeof answer === 'function') return answer(response)
    response.end(JSON.stringify({ suggestions: answer }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  beforeEach(() => {
    answer = []
    requests.length = 0
  })
  const { port } = server.address() as AddressInfo
  return {
    config: { url: `http://127.0.0.1:${port}`, token: 'pk.secret' },
    requests,
    /** Sets the suggestions, or how the service responds. */
    answer(next: Answer) {
      answer = next
    },
  }
}
