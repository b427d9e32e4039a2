import { ATTRIBUTION } from './present.ts'
import { pointFrom, reject } from './query.ts'
import type { Point } from './search.ts'

const MAX_SIDE = 1280
/** The northern and southern limits of Web Mercator. */
const MAX_LATITUDE = 85.0511
/** Pixels between streets, before each street is shifted slightly. */
const BLOCK = 84

interface StaticMap {
  /** The color of a pin at the center. */
  pin: string
  center: Point
  zoom: number
  width: number
  height: number
  scale: 1 | 2
}

const REQUEST =
  /^pin-l\+(?<pin>[0-9a-f]{6})\((?<place>-?[\d.]+,-?[\d.]+)\)\/\k<place>,(?<zoom>[\d.]+),0\/(?<width>\d+)x(?<height>\d+)(?<dense>@2x)?$/

/**
 * Parses a static image's path in the form that the product uses, with a pin at the center:
 * `pin-l+{color}({lon},{lat})/{lon},{lat},{zoom},0/{width}x{height}[@2x]`.
 */
export function readStaticMap(path: string): StaticMap {
  const groups = REQUEST.exec(path)?.groups
  if (!groups) return reject(404, 'Not Found')
  const [longitude, latitude] = (groups.place ?? '').split(',')
  const center = pointFrom(longitude, latitude)
  if (Math.abs(center.latitude) > MAX_LATITUDE) {
    reject(422, `Latitude must be between -${MAX_LATITUDE}-${MAX_LATITUDE}.`)
  }
  const zoom = Number(groups.zoom)
  if (!(zoom >= 0 && zoom <= 22)) reject(422, 'Zoom level must be between 0-22.')
  const width = Number(groups.width)
  const height = Number(groups.height)
  if (width < 1 || width > MAX_SIDE) reject(422, `Width must be between 1-${MAX_SIDE}.`)
  if (height < 1 || height > MAX_SIDE) reject(422, `Height must be between 1-${MAX_SIDE}.`)
  return { pin: groups.pin ?? '', center, zoom, width, height, scale: groups.dense ? 2 : 1 }
}

/** Returns pixel coordinates relative to the world's northwest corner. */
function project({ latitude, longitude }: Point, zoom: number): [number, number] {
  const size = 512 * 2 ** zoom
  const sine = Math.sin((Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude)) * Math.PI) / 180)
  return [(longitude / 360 + 0.5) * size, (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size]
}

/** Returns a number less than `below` that is always the same for a given block. */
function dealt(column: number, row: number, below: number): number {
  return Math.abs(Math.imul(column, 73_856_093) ^ Math.imul(row, 19_349_663)) % below
}

function streets(left: number, top: number, width: number, height: number): string {
  const shapes: string[] = []
  const firstColumn = Math.floor(left / BLOCK) - 1
  const firstRow = Math.floor(top / BLOCK) - 1
  for (let column = firstColumn; column * BLOCK < left + width; column += 1) {
    for (let row = firstRow; row * BLOCK < top + height; row += 1) {
      if (dealt(column, row, 9) !== 0) continue
      const at = `x="${Math.round(column * BLOCK - left)}" y="${Math.round(row * BLOCK - top)}"`
      shapes.push(`<rect ${at} width="${BLOCK}" height="${BLOCK}" fill="#cfe8c6"/>`)
    }
  }
  const road = (line: string, wide: boolean) =>
    `<path d="${line}" stroke="${wide ? '#fde293' : '#ffffff'}" stroke-width="${wide ? 12 : 7}"/>`
  for (let column = firstColumn; column * BLOCK < left + width + BLOCK; column += 1) {
    const x = Math.round(column * BLOCK - left) + dealt(column, 0, 32)
    shapes.push(road(`M${x} 0V${height}`, dealt(column, 1, 5) === 0))
  }
  for (let row = firstRow; row * BLOCK < top + height + BLOCK; row += 1) {
    const y = Math.round(row * BLOCK - top) + dealt(0, row, 32)
    shapes.push(road(`M0 ${y}H${width}`, dealt(1, row, 5) === 0))
  }
  return shapes.join('')
}

/** Draws a map with fictional streets, always the same for a given place, and a pin. */
export function drawStaticMap({ pin, center, zoom, width, height, scale }: StaticMap): string {
  const [x, y] = project(center, zoom)
  const left = x - width / 2
  const top = y - height / 2
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="#eeece6"/>`,
    `<g fill="none">${streets(left, top, width, height)}</g>`,
    `<g transform="translate(${Math.round(width / 2)} ${Math.round(height / 2)})"><path d="M0 0C-4-12-13-16-13-26a13 13 0 0 1 26 0C13-16 4-12 0 0z" fill="#${pin}" stroke="#fff" stroke-width="2"/><circle cy="-26" r="5" fill="#fff"/></g>`,
    `<text x="${width - 6}" y="${height - 6}" text-anchor="end" font-family="sans-serif" font-size="10" fill="#555">${ATTRIBUTION}</text>`,
    '</svg>',
  ].join('')
}
