/**
 * A class of characters that people omit or that nobody sees, in regular expressions of JavaScript and PostgreSQL:
 * apostrophes, accents, and characters without a shape.
 */
export const UNTYPED = "['`‘’ʼ\u0300-\u036f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]"

const untyped = new RegExp(UNTYPED, 'g')

/** Returns whether a text contains every word of a search. Compares them as {@link plainText}. */
export function containsWords(text: string, search: string): boolean {
  const content = plainText(text)
  return plainText(search)
    .split(/\s+/)
    .every((word) => content.includes(word))
}

/** Returns a text for searching and sorting: in lowercase, in one notation, without the {@link UNTYPED} characters. */
export const plainText = (text: string) => text.normalize('NFKD').replace(untyped, '').toLowerCase()
