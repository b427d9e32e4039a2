/** The current time. Rules take it as an argument; only stores and islands ask for it here. */
export function now(): Date {
  return new Date()
}
