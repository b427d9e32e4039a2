/**
 * Runs `work` for each item, in order, at most `most` at a time. Rejects with the first error, and then starts no other
 * item.
 */
export async function severalAtOnce<Item>(
  most: number,
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = [...items]
  const worker = async () => {
    while (waiting.length > 0) await work(waiting.shift() as Item)
  }
  try {
    await Promise.all(Array.from({ length: most }, worker))
  } finally {
    waiting.length = 0
  }
}
