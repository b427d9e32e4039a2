import { contrast, parseColor, READABLE, surface, toHex } from './color.ts'

/** Returns a color as lowercase `#rrggbb`, or null if it is invalid. Accepts `1f93ff` and `#FFF`. */
export function readHexColor(text: string): string | null {
  const rgb = parseColor(text.trim().replace(/^(?!#)/, '#'))
  return rgb && toHex(rgb)
}

/**
 * Returns a warning if the widget's color is not a valid color or makes white text unreadable, and explains how the
 * widget handles that. Returns null if there is no problem.
 */
export function colorWarning(text: string | null): string | null {
  if (!text?.trim()) return null
  const color = readHexColor(text)
  if (!color) return 'Enter a color such as #1F93FF. Until then the widget uses its default.'
  const ratio = contrast(color, '#ffffff')
  if (ratio >= READABLE) return null
  const { background, ink } = surface(color)
  const shown = (Math.floor(ratio * 10) / 10).toFixed(1)
  const remedy =
    ink === '#ffffff' ? `The widget darkens it to ${background}` : 'The widget uses dark text on it'
  return `White text is hard to read on this color (contrast ${shown}:1, 4.5:1 is needed). ${remedy}.`
}
