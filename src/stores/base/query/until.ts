import type { ReadableAtom } from 'nanostores'

/** Resolves with the first value of a store that passes a test, including the current value. */
export function until<Value, Wanted extends Value>(
  $store: ReadableAtom<Value>,
  isWanted: ((value: Value) => value is Wanted) | ((value: Value) => boolean),
): Promise<Wanted> {
  const { promise, resolve } = Promise.withResolvers<Wanted>()
  const stop = $store.subscribe((value) => {
    if (isWanted(value)) resolve(value as Wanted)
  })
  return promise.finally(stop)
}
