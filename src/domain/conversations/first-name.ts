import { greetingName, nameParts } from '../common/name-parts.ts'
import { present } from '../common/present.ts'
import { isProgramName } from '../common/program-name.ts'

/**
 * Returns the first name of a member, or title and surname if there is no first name; null if there is no name, or if it
 * is a program's. Visitors see only this part of the name.
 */
export function firstName(name: string | null): string | null {
  const said = present(name)
  if (said === null || said.includes('@') || isProgramName(said)) return null
  return nameParts(said).given.split(' ')[0] || greetingName(said)
}
