/** Returns the first `most` code units of a text, without half of a character at the end, which no JSON column stores. */
export const cutText = (text: string, most: number): string =>
  text.slice(0, /[\uD800-\uDBFF]/.test(text[most - 1] ?? '') ? most - 1 : most)
