import { grouped } from '../common/grouped.ts'
/** Says how many entries were added and how many were there already. Says nothing if the only one was added. */
export function additions(added: number, others: { duplicates: number; refused: number }): string[] {
  const parts = []
  if (added > 1 || (added === 1 && others.duplicates + others.refused > 0)) {
    parts.push(`${grouped(added)} added`)
  }
  if (others.duplicates > 0) parts.push(`${grouped(others.duplicates)} already in the list`)
  return parts
}
