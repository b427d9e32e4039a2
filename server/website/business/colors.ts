import { toHex } from '../../../src/domain/common/color.ts'

type Rgb = readonly [number, number, number]

const MOST = 4
const LONGEST_STYLES = 200_000
/** What custom properties of the brand's color are called, in order. */
const KINDS = ['primary', 'brand', 'accent']
/** Matches parts of a name that make no other color of it. */
const NEUTRAL = /^(?:colou?r|hsl|rgb|base|main|default|500)$/
const PROPERTY = /--([\w-]{1,60})\s{0,5}:\s{0,5}([^;{}]{1,60})[;}]/g

/** The least difference between the channels of a color that isn't gray. */
const LEAST_CHROMA = 30
/** Channels above this are almost white, and below the other almost black. */
const WHITE = 215
const BLACK = 32

/** Returns the channels of a hue in degrees, with saturation and lightness from 0 to 1. */
function fromHsl(hue: number, saturation: number, lightness: number): Rgb {
  const channel = (offset: number) => {
    const at = (offset + hue / 30) % 12
    return (
      255 *
      (lightness -
        saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(at - 3, 9 - at, 1)))
    )
  }
  return [channel(0), channel(8), channel(4)]
}

const HEX = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i
const HSL = /^(?:hsla?\()?\s*([\d.]{1,8})(?:deg)?[\s,]+([\d.]{1,8})%[\s,]+([\d.]{1,8})%/i
const RGB = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})/i

/** Returns the channels of a color as CSS writes it; of `hsl` also the bare numbers. */
function channelsOf(written: string): Rgb | null {
  const text = written.trim()
  const hex = HEX.exec(text)?.[1]
  if (hex) {
    const full = hex.length < 6 ? [...hex].map((digit) => digit + digit).join('') : hex
    const value = Number.parseInt(full.slice(0, 6), 16)
    return [value >> 16, (value >> 8) & 255, value & 255]
  }
  const [, hue, saturation, lightness] = HSL.exec(text) ?? []
  if (hue)
    return fromHsl(
      Number(hue) % 360,
      Math.min(1, Number(saturation) / 100),
      Math.min(1, Number(lightness) / 100),
    )
  const [, ...rgb] = RGB.exec(text) ?? []
  return rgb.length === 3 ? (rgb.map((channel) => Math.min(255, Number(channel))) as unknown as Rgb) : null
}

function isColorful(rgb: Rgb): boolean {
  const [least, most] = [Math.min(...rgb), Math.max(...rgb)]
  return most - least >= LEAST_CHROMA && least < WHITE && most >= BLACK
}

/** Returns the values of custom properties of the brand's color in style sheets, the plainest names first. */
export function brandProperties(styles: string): string[] {
  const found = [...styles.slice(0, LONGEST_STYLES).matchAll(PROPERTY)].flatMap(
    ([, name = '', value = '']) => {
      const parts = name.toLowerCase().split(/[-_]+/)
      const kind = KINDS.findIndex((each) => parts.includes(each))
      const after = parts.slice(parts.indexOf(KINDS[kind] ?? '') + 1)
      const variants = after.filter((part) => !NEUTRAL.test(part)).length
      return kind === -1 ? [] : [{ kind, variants, value }]
    },
  )
  return found.toSorted((a, b) => a.kind - b.kind || a.variants - b.variants).map(({ value }) => value)
}

/** Returns colors as `#1B5E20`, in order, without white, black, and grays. */
export function colorsOf(written: readonly string[]): string[] {
  const colors = written.map(channelsOf).filter((rgb) => rgb !== null)
  return [...new Set(colors.filter(isColorful).map((rgb) => toHex(rgb).toUpperCase()))].slice(0, MOST)
}
