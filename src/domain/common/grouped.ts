/**
 * Returns a whole number with commas between its thousands: `4,975`. Browsers need tens of milliseconds to load the
 * number formats of a page, so this uses none.
 */
export const grouped = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
