import { grouped } from './grouped.ts'

/** Returns a count with its noun: `1 lead`, `4,975 leads`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`

/** Returns by how much a text is too long, such as `1,002 characters too long`, or null if it isn't. */
export function excess(text: string, most: number): string | null {
  const over = text.length - most
  return over > 0 ? `${counted(over, 'character')} too long` : null
}
