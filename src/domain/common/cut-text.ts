/** Returns the first `most` code units of a text, without half a surrogate pair, which JSON columns reject. */
export const cutText = (text: string, most: number): string =>
  text.slice(0, /[\uD800-\uDBFF]/.test(text[most - 1] ?? '') ? most - 1 : most)
