/** Returns a list as in a sentence: "Ann", "Ann and Bo", or "Ann, Bo, and Cy". */
export function inWords(list: Iterable<string>): string {
  const [last = '', ...others] = [...list].toReversed()
  if (others.length < 2) return [...others, last].join(' and ')
  return `${others.toReversed().join(', ')}, and ${last}`
}
