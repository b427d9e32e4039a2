import type { Placeholder } from '../../contract/saved-replies.ts'

/** The replacements of placeholders without a value: “Hi {{name}}” becomes “Hi there”. */
const PLAIN: Readonly<Record<Placeholder, string>> = {
  name: 'there',
  business: 'our business',
  my_name: 'the team',
}

export type PlaceholderValues = Readonly<Partial<Record<Placeholder, string | null>>>

/**
 * Returns whether a value can be used to greet a visitor. Visitors without a name are listed by email address, phone
 * number, service, or id, which are not suitable.
 */
const isName = (value: string) =>
  /\p{L}/u.test(value) && !/[@\d]/.test(value) && !/^Conversation | Lead$/.test(value)

/** Fills in the placeholders of a saved reply. Placeholders without a value become a generic phrase. */
export function fillPlaceholders(text: string, values: PlaceholderValues): string {
  return text.replace(/\{\{\s*(name|business|my_name)\s*\}\}/g, (_, name: Placeholder) => {
    const value = values[name]?.trim() ?? ''
    return value === '' || (name === 'name' && !isName(value)) ? PLAIN[name] : value
  })
}
