/**
 * Returns a function that creates a value on its first call, and then returns the same value. The first formatter of
 * a page takes 20 ms, because the browser then reads its list of languages, and many pages need none.
 */
export function lazy<Value extends object>(create: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= create()
    return value
  }
}
