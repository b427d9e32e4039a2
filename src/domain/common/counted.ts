/** Returns a count with its noun: `1 lead`, `4,975 leads`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
