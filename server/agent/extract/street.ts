import { DIRECTIONS, EVERYDAY, ROADS, TYPES, UNITS } from '../texts/streets.ts'
import type { Word } from './clause.ts'

/** Returns whether a number and a direction begin a street that has no type: `2719 S Juniper`. */
function isDirected([, direction, ...names]: readonly Word[]): boolean {
  return (
    DIRECTIONS.has(direction?.key ?? '') &&
    names.length > 0 &&
    names.length <= 3 &&
    names.every(({ raw }) => /^\p{L}{3,}\.?$/u.test(raw)) &&
    /^\p{Lu}/u.test(names[0]?.raw ?? '')
  )
}

/** Returns the number of words in the house number, street, and unit; 0 if nothing indicates a street. */
export function streetOf(clause: readonly Word[]): number {
  const comma = clause.findIndex(({ raw }) => raw === ',')
  const body = clause.slice(0, comma < 0 ? undefined : comma)
  const isHouse = /^\d{3,5}$/.test(body[0]?.raw ?? '')
  let end = 0
  for (const [at, { key, raw }] of body.entries()) {
    if (at === 0 || at > 7) continue
    const isRoad = ROADS.has(body[at - 1]?.key ?? '') && /^(?:\d{1,4}[a-z]?|[A-Z]{1,2})$/i.test(raw)
    const isGrid =
      at === 3 &&
      DIRECTIONS.has(key) &&
      DIRECTIONS.has(body[1]?.key ?? '') &&
      /^\d+$/.test(body[2]?.raw ?? '')
    const isNamed =
      (at > 1 && !(at === 2 && /^(?:st|dr|pt)$/.test(key) && DIRECTIONS.has(body[1]?.key ?? ''))) ||
      key === 'broadway' ||
      key === 'lincolnway' ||
      /^of$/.test(body[2]?.key ?? '')
    const isType = TYPES.has(key) && isNamed && (isHouse || !EVERYDAY.has(raw))
    if (isRoad || isGrid || isType) end = at + 1
  }
  if (/^(?:avenue|calle|camino|avenida|via|paseo|plaza)$/.test(body[1]?.key ?? '') && body.length > 2) {
    end = Math.max(end, body[2]?.key === 'of' ? Math.min(body.length, 5) : 3)
  }
  if (end === 0 && isHouse && isDirected(body)) end = body.length
  if (end === 0) return UNITS.has(body[2]?.key ?? '') && body.length > 3 ? unitEnd(clause, 2) : 0
  return unitEnd(clause, end)
}

/** Returns the end of the directions and units that follow a street. */
function unitEnd(clause: readonly Word[], from: number): number {
  let end = from
  for (let more = true; more; ) {
    const at = clause[end]?.raw === ',' ? end + 1 : end
    const [word, next] = [clause[at], clause[at + 1]]
    more = false
    if (!word) break
    if (DIRECTIONS.has(word.key)) more = true
    else if (UNITS.has(word.key) || /^#/.test(word.raw)) {
      const isPair = next !== undefined && /^#?[\w-]{1,6}\.?$/.test(next.raw) && !/^#./.test(word.raw)
      const isHash = next?.raw === '#' && clause[at + 2] !== undefined
      end = at + (isHash ? 3 : isPair ? 2 : 1)
      if (isPair || isHash || /^#./.test(word.raw) || word.key === 'ext') more = end < clause.length
      if (more) continue
      break
    } else if (at === end && at === clause.length - 1 && /^(?:\d{1,4}[a-z]?|[A-Z])\.?$/.test(word.raw))
      more = true
    if (more) end = at + 1
  }
  return end
}
