const nullIfEmpty = (value: unknown) => (value === '' || value === undefined ? null : value)

/** Returns whether two JSON values are equal. Empty text and missing fields equal null. */
export function isSame(a: unknown, b: unknown): boolean {
  const [one, other] = [nullIfEmpty(a), nullIfEmpty(b)]
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const names = Object.keys(one)
  if (Array.isArray(one) && names.length !== Object.keys(other).length) return false
  return [...new Set([...names, ...Object.keys(other)])].every((name) =>
    isSame((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]),
  )
}
