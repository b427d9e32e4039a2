const LEAST = 96
const MOST = 256
/** The gap, the edges, and the padding of a list, and some room to the edge of the window. */
const AROUND = 20

/** Returns the height in pixels of a list that fits above or below its field, so that it doesn't cover the field. */
export function listHeight(field: Element): number {
  const { top, bottom } = field.getBoundingClientRect()
  const room = Math.max(top, window.innerHeight - bottom) - AROUND
  return Math.min(MOST, Math.max(LEAST, Math.floor(room)))
}
