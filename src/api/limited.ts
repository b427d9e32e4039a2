/** The most bytes of an answer that are read; a list of 100,000 leads has about 90 million. */
export const ANSWER_LIMIT = 256 * 1_048_576

/** Browsers give these an empty body all the same, and refuse to make such an answer anew. */
const WITHOUT_BODY: readonly number[] = [204, 205, 304]

/** The same answer, broken off with `error()` once its body grows over `limit` bytes. */
export function limited(response: Response, limit: number, error: () => Error): Response {
  if (!response.body || WITHOUT_BODY.includes(response.status)) return response
  let bytes = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > limit) controller.error(error())
      else controller.enqueue(chunk)
    },
  })
  return new Response(response.body.pipeThrough(counter), response)
}

/** The same answer, broken off with `error()` once nothing of its body has come for `pause` milliseconds. */
export function unstalled(response: Response, pause: number, error: () => Error): Response {
  if (!response.body || WITHOUT_BODY.includes(response.status)) return response
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (controller: TransformStreamDefaultController<Uint8Array>) => {
    clearTimeout(timer)
    timer = setTimeout(() => controller.error(error()), pause)
  }
  const watch = new TransformStream<Uint8Array, Uint8Array>({
    start: wait,
    transform(chunk, controller) {
      wait(controller)
      controller.enqueue(chunk)
    },
    flush: () => clearTimeout(timer),
  })
  return new Response(response.body.pipeThrough(watch), response)
}
