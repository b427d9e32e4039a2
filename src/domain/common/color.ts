/** Section 9: the default widget color, used if the stored color is invalid. */
const FALLBACK = '#1F93FF'
/** WCAG 2.2, 1.4.3: the minimum contrast between text and its background. */
export const READABLE = 4.5
/** A color with a lower contrast with white is considered light. It gets dark text instead of being darkened. */
const LIGHT = 2.6
const DARK_INK = '#1a1a1a'

type Rgb = readonly [number, number, number]

/** Returns the channels of a hex color, `#abc` or `#aabbcc`, or null for any other text. */
export function parseColor(color: string): Rgb | null {
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(color.trim())?.[1]
  if (!hex) return null
  const full = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex
  const value = Number.parseInt(full, 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** Returns whether a text is a color that {@link parseColor} can read. */
export const isColor = (text: string): boolean => parseColor(text) !== null

function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the WCAG 2 contrast ratio of two colors, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [first, second] = [a, b].map((color) => luminance(parseColor(color) ?? [0, 0, 0])) as [number, number]
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

/** Returns a color as lowercase `#rrggbb`. */
export const toHex = (rgb: Rgb) =>
  `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

/**
 * Returns a background color and a text color with a contrast of at least 4.5. Darkens the owner's color as little as
 * possible to make white text readable. Leaves light colors unchanged and uses dark text.
 */
export function surface(color: string): { background: string; ink: string } {
  const rgb = parseColor(color) ?? parseColor(FALLBACK) ?? [0, 0, 0]
  const asGiven = toHex(rgb)
  if (contrast(asGiven, '#ffffff') < LIGHT) return { background: asGiven, ink: DARK_INK }
  for (let part = 1; part > 0; part -= 0.02) {
    const background = toHex(rgb.map((channel) => channel * part) as unknown as Rgb)
    if (contrast(background, '#ffffff') >= READABLE) return { background, ink: '#ffffff' }
  }
  return { background: '#000000', ink: '#ffffff' }
}
