/** Returns the value that a fraction of the values, such as 0.99, does not exceed. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

/** Returns percentiles rounded to whole numbers, such as `3, 20, 41`. */
export const spread = (values: readonly number[], parts: readonly number[] = [0.5, 0.95, 0.99]) =>
  parts.map((part) => percentile(values, part).toFixed(0)).join(', ')
