/** Ends of sentences that something follows. A point after an abbreviation, an initial, or a number ends none. */
const END =
  /(?<!\b(?:[A-Za-z]|[ap]\.m|e\.g|i\.e|mr|mrs|ms|dr|st|ave|blvd|rd|no|vs|approx|sq|ft|lbs?|min|max|inc|co|jr|sr|etc|\d+))\.["'”’)\]]*(?=\s)|[!?…]["'”’)\]]*(?=\s)|\n/gi

/** Returns the whole sentences at the beginning of a text that goes on; empty if the first one is not over. */
export function wholeSentences(text: string): string {
  const last = [...text.matchAll(END)].at(-1)
  return last ? text.slice(0, last.index + last[0].length).trim() : ''
}
