/**
 * Returns a function that creates a value on its first call, and returns the same value on later calls. Creating the
 * first formatter of a page takes 20 ms, because the browser then reads its list of languages, and many pages do not
 * need one.
 */
export function lazy<Value extends object>(create: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= create()
    return value
  }
}
