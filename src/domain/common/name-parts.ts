/** Matches a name, with the words that belong to the surname after them: `Juan` and `de la Cruz`. */
const NAME =
  /^(.+?) ((?:(?:al|af|ap|av|bin|da|das|de|del|den|der|di|do|dos|du|el|ibn|la|las|le|los|ten|ter|van|von|y|zu) )*\S+)$/i

/** Returns the given names and the surname of a person. A name of one word has no surname. */
export function nameParts(name: string): { given: string; surname: string } {
  const text = name.trim().replace(/\s+/g, ' ')
  const [, given = text, surname = ''] = NAME.exec(text) ?? []
  return { given, surname }
}
