import { contrast, surface } from './colour.ts'

/** WCAG 2.2, 1.4.3: the least contrast of text with its ground. */
const READABLE = 4.5

/** A colour as `#rrggbb`, lower case; null when it is none. `1f93ff` and `#FFF` are understood. */
export function readHexColor(text: string): string | null {
  const digits = /^#?([\da-f]{3}|[\da-f]{6})$/i.exec(text.trim())?.[1]?.toLowerCase()
  if (!digits) return null
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`
}

/**
 * What the owner is told of the widget's colour: that white text cannot be read on it and what the widget does
 * about that, or that it is no colour. Null when there is nothing to say.
 */
export function colorWarning(text: string | null): string | null {
  if (!text?.trim()) return null
  const color = readHexColor(text)
  if (!color) return 'Enter a color such as #1F93FF. Until then the widget wears its default.'
  const ratio = contrast(color, '#ffffff')
  if (ratio >= READABLE) return null
  const { background, ink } = surface(color)
  const shown = (Math.floor(ratio * 10) / 10).toFixed(1)
  const remedy =
    ink === '#ffffff' ? `The widget darkens it to ${background}` : 'The widget writes on it in dark text'
  return `White text is hard to read on this color (contrast ${shown}:1, 4.5:1 is needed). ${remedy}.`
}
