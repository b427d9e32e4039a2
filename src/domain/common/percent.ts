/** Formats a rate of 0 to 100 with one decimal and a percent sign (section 2, Dashboard). */
export function percent(rate: number): string {
  return `${rate.toFixed(1)}%`
}
