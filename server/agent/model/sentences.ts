/** Matches the end of a sentence that more text follows, but not of an abbreviation, an initial, or a number. */
const END =
  /(?<!\b(?:[A-Za-z]|[ap]\.m|e\.g|i\.e|mr|mrs|ms|dr|st|ave|blvd|rd|no|vs|approx|sq|ft|lbs?|min|max|inc|co|jr|sr|etc|\d+))\.["'”’)\]]*(?=\s)|[!?…]["'”’)\]]*(?=\s)|\n/gi

/** Returns the complete sentences at the beginning of an unfinished text; empty if the first one is incomplete. */
export function wholeSentences(text: string): string {
  const last = [...text.matchAll(END)].at(-1)
  return last ? text.slice(0, last.index + last[0].length).trim() : ''
}
