/**
 * Returns the first `most` code units of a text. Never ends with half of a surrogate pair, which JSON columns cannot
 * store.
 */
export const cutText = (text: string, most: number): string =>
  text.slice(0, /[\uD800-\uDBFF]/.test(text[most - 1] ?? '') ? most - 1 : most)
