/** A visible character: neither whitespace nor a character without a shape, such as a zero-width space. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]/u

/** Returns the trimmed text; null if it has no visible character. */
export function present(text: string | null | undefined): string | null {
  return text && VISIBLE.test(text) ? text.trim() : null
}
