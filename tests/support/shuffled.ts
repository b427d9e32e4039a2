/** Returns the items in an order that depends on `seed`. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed + 1
  const random = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  const rest = [...items]
  return items.flatMap(() => rest.splice(Math.floor(random() * rest.length), 1))
}
