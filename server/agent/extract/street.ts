import { DIRECTIONS, EVERYDAY, ROADS, TYPES } from '../texts/streets.ts'
import { BEFORE_NAME, isCapital, unitAt, type Word } from './clause.ts'

/** Matches what precedes a road with a number: `Farm Road 12`. */
const OF_ROAD = /^(?:farm|ranch|township|twp|private)$/

/** The maximum number of words in a house number and a street. */
const MOST_OF_STREET = 8

const PARTICLE = /^(?:of|the|del?|las?|los|el)$/

/** Returns the number of words in a street with a direction and no type: `2719 S Juniper`; 0 if it isn't one. */
function directedOf([, direction, ...names]: readonly Word[]): number {
  const other = names.findIndex((name) => !isCapital(name) || !/^\p{L}{3,}\.?$/u.test(name.raw))
  const count = other < 0 ? names.length : other
  return DIRECTIONS.has(direction?.key ?? '') && count > 0 && count < 4 ? count + 2 : 0
}

/** Matches the types after which a street rarely continues. */
const LAST_TYPE = /^(?:str?|street|ave?|avenue|rd|road|dr|ln|lane|ct|blvd|boulevard|p?kwy|parkway)$/

/**
 * Returns whether the type at `at` belongs to the street whose earlier type is before `end`: `6 Fox Hollow Drive`, `12
 * Country Lane Estates Dr`, `12 old st clair rd`, but not `12 Elm St gravel drive`.
 */
function isLaterType(body: readonly Word[], end: number, at: number): boolean {
  const [earlier, key] = [body[end - 1]?.key ?? '', body[at]?.key ?? '']
  const between = at - end
  const isTitle = between < 3 && body.slice(end, at + 1).every(isCapital)
  if (!LAST_TYPE.test(earlier)) return between < 2 || isTitle
  if (earlier === 'st' && between === 1 && LAST_TYPE.test(key)) return true
  return !EVERYDAY.has(key) && (between === 0 || isTitle)
}

/** Returns whether the word at `at` is the number or letter of a road: `County Road 12`, but not `Bethel Rd 3 trees`. */
function isNumberedRoad(body: readonly Word[], at: number): boolean {
  const [kind, road] = body.slice(Math.max(0, at - 2), at)
  if (!road || !ROADS.has(road.key) || !/^(?:\d{1,4}[a-z]?|[a-z]|[A-Z]{1,2})$/.test(body[at]?.raw ?? ''))
    return false
  return (
    !/^(?:road|rd)$/.test(road.key) || at === 2 || ROADS.has(kind?.key ?? '') || OF_ROAD.test(kind?.key ?? '')
  )
}

/** Returns whether the word at `at` ends a street of a grid: `1200 South 300 East`. */
const isGridEnd = (body: readonly Word[], at: number) =>
  at === 3 &&
  [body[1], body[3]].every((word) => DIRECTIONS.has(word?.key ?? '')) &&
  /^\d+$/.test(body[2]?.raw ?? '')

/** Returns whether the word at `at` is the type of a street with a name. Some types are everyday words. */
function isTypeAt(body: readonly Word[], at: number, isHouse: boolean): boolean {
  const [word, second, third] = [body[at], body[1], body[2]]
  if (!word || !TYPES.has(word.key) || (!isHouse && EVERYDAY.has(word.raw))) return false
  if (/^(?:broadway|lincolnway)$/.test(word.key) || third?.key === 'of') return true
  // `12 N St. Clair`
  const isInName = at === 2 && /^(?:st|dr|pt)$/.test(word.key) && DIRECTIONS.has(second?.key ?? '')
  return at > 1 && !isInName
}

/** Returns the end of a street whose type precedes its name: `12 Calle de la Paz`; 0 if it isn't one. */
function endAfterType(body: readonly Word[]): number {
  const type = body.slice(1, 3).findIndex(({ key }) => BEFORE_NAME.test(key)) + 1
  if (type !== 1 && !(type > 0 && body[1]?.key === 'el')) return 0
  return body.findIndex(({ key }, at) => at > type && !PARTICLE.test(key)) + 1
}

/** Returns the number of words in the house number, street, and unit; 0 if nothing indicates a street. */
export function streetOf(clause: readonly Word[]): number {
  const comma = clause.findIndex(({ raw }) => raw === ',')
  const body = clause.slice(0, comma < 0 ? undefined : comma)
  const isHouse = /^\d{3,5}$/.test(body[0]?.raw ?? '')
  let end = 0
  for (let at = 1; at < Math.min(body.length, MOST_OF_STREET); at += 1) {
    const isType = isTypeAt(body, at, isHouse) && (end === 0 || isLaterType(body, end, at))
    if (isType || isNumberedRoad(body, at) || isGridEnd(body, at)) end = at + 1
  }
  end = Math.max(end, endAfterType(body))
  if (end === 0 && isHouse) end = directedOf(body)
  return unitEnd(clause, end > 0 || unitAt(clause, 2) === 0 ? end : 2)
}

/** Returns the end of the directions and units that follow a street. */
export function unitEnd(clause: readonly Word[], from: number): number {
  let end = from
  while (from > 0) {
    const at = clause[end]?.raw === ',' ? end + 1 : end
    const [word, next] = [clause[at], clause[at + 1]]
    if (!word) break
    // `12 Elm St south`, but `12 Elm St south side`
    const isDirection =
      DIRECTIONS.has(word.key) && (word.key.length < 3 || !next || next.raw === ',' || isCapital(next))
    const isBare =
      at === end &&
      at === clause.length - 1 &&
      !clause[at - 1]?.raw.endsWith('.') &&
      /^(?:\d{1,4}[a-z]?|[A-Z])\.?$/.test(word.raw)
    const length = isDirection || isBare ? 1 : unitAt(clause, at)
    if (length === 0) break
    end = at + length
  }
  return end
}
