type Fetch = (request: Request) => Promise<Response>
type Fault = (request: Request) => Response | Promise<Response>

const html = (status: number) =>
  new Response('<!doctype html><title>Proxy</title>', { status, headers: { 'Content-Type': 'text/html' } })

/** Faults between the console and the server. Each one responds instead of the server. */
export const faults = {
  drop: (): Promise<Response> => Promise.reject(new TypeError('fetch failed')),
  never: (): Promise<Response> => new Promise(() => {}),
  webPage: () => html(200),
  badGateway: () => html(502),
  serverError: () => new Response('', { status: 500, statusText: 'Internal Server Error' }),
  tooManyRequests: () => Response.json({ message: 'Slow down' }, { status: 429 }),
  forbidden: () => Response.json({ message: 'Not yours' }, { status: 403 }),
  unauthorized: () => Response.json({ message: 'Sign in first' }, { status: 401 }),
  json: (value: unknown) => () => Response.json(value),
  text: (value: string) => () => new Response(value),
  /** Returns the start of a response, after which the connection breaks. */
  broken: () => {
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('[{"id":'))
        controller.error(new TypeError('terminated'))
      },
    })
    return new Response(body)
  },
  /** Returns the start of a response that never ends. */
  stalled: () => {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('[')),
    })
    return new Response(body)
  },
} satisfies Record<string, Fault | ((value: never) => Fault)>

/**
 * Wraps fetch so that it records its requests and applies one planned fault to each of the next requests. `planFor`
 * plans one for the next request with a method, whatever else is requested before.
 */
export function faultyFetch(real: Fetch) {
  const requests: Request[] = []
  const planned: { fault: Fault; method?: string }[] = []
  const fetch: Fetch = async (request) => {
    requests.push(request.clone())
    const index = planned.findIndex(({ method = request.method }) => method === request.method)
    const [next] = index < 0 ? [] : planned.splice(index, 1)
    return next ? next.fault(request) : real(request)
  }
  return {
    fetch,
    requests,
    plan: (...next: Fault[]) => planned.push(...next.map((fault) => ({ fault }))),
    planFor: (method: string, fault: Fault) => planned.push({ fault, method }),
  }
}
