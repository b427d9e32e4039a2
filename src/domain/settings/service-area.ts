import { LIMITS } from '../../contract/limits.ts'
import type { Profile } from '../../contract/profile.ts'
import { textKey } from '../common/same-text.ts'
import { additions } from './additions.ts'
import { trimmed, unquoted } from './unquoted.ts'

/** Returns the radius in miles, or 25 if the field is empty (section 5). */
export function radiusOrDefault(radius: number | null | undefined): number {
  return radius ?? LIMITS.radius.default
}

/** The result of adding typed or pasted entries. */
export interface Added {
  list: readonly string[]
  /** The number of new entries. */
  added: number
  /** The number of entries that were already in the list or repeated in the text. */
  duplicates: number
  /** The rejected entries: too long, or beyond the list's limit. */
  refused: readonly string[]
}

/** Adds ZIP codes separated by commas, semicolons, or whitespace. */
export function addZipCodes(list: readonly string[], text: string): Added {
  return addAll(list, unquoted(text).split(/[\s,;]+/u), LIMITS.zipCodes)
}

/** Separates cities, but not a city from its state: `Dublin, OH`. */
const BETWEEN_CITIES = /[;\t\r\n\u2028\u2029]|,(?!\s*[a-z]{2}\s*(?:[,;\t\r\n\u2028\u2029]|$))/iu

/**
 * Adds cities separated by commas, semicolons, tabs, or line breaks. Names can contain spaces and end with the code of a
 * state. `Erie` equals `ERIE`.
 */
export function addCities(list: readonly string[], text: string): Added {
  const names = unquoted(text)
    .split(BETWEEN_CITIES)
    .map((name) =>
      name
        .replace(/^[\s,]+/u, '')
        .replace(/\s*,/gu, ', ')
        .replace(/\s+/gu, ' '),
    )
  return addAll(list, names, LIMITS.cities)
}

/** Adds entries (section 5). Ignores duplicates and empty values. */
function addAll(list: readonly string[], entries: readonly string[], most: number): Added {
  const known = new Set(list.map(textKey))
  const next = [...list]
  const refused: string[] = []
  let duplicates = 0
  for (const entry of entries.map(trimmed).filter((each) => each !== '')) {
    if (known.has(textKey(entry))) duplicates++
    else if (entry.length > LIMITS.line || next.length >= most) refused.push(entry)
    else {
      known.add(textKey(entry))
      next.push(entry)
    }
  }
  return { list: next, added: next.length - list.length, duplicates, refused }
}

/** Returns the message after adding entries, or null if the only one was added. */
export function addedText({ added, duplicates, refused }: Added): string | null {
  const parts = additions(added, { duplicates, refused: refused.length })
  if (refused.length > 0) parts.push(`${refused.length} not added: too long, or the list is full`)
  return parts.length > 0 ? parts.join(', ') : null
}

/** Returns the ZIP codes that are not in US format (`12345` or `12345-6789`). They are accepted with a warning. */
export function unusualZipCodes(list: readonly string[]): readonly string[] {
  return list.filter((code) => !/^\d{5}(-\d{4})?$/.test(code))
}

type Area = Pick<
  Profile,
  | 'service_area_type'
  | 'service_area_radius'
  | 'service_area_zipcodes'
  | 'service_area_cities'
  | 'service_area_custom_description'
>

/** Returns what is still missing for the chosen type, or null if it is complete. */
export function areaHint(area: Area): string | null {
  switch (area.service_area_type) {
    case 'radius': {
      const { min, max } = LIMITS.radius
      const radius = radiusOrDefault(area.service_area_radius)
      return radius < min || radius > max ? `A radius of ${min} to ${max} miles is usual` : null
    }
    case 'zipcodes':
      return area.service_area_zipcodes.length === 0 ? 'Add the ZIP codes you serve' : null
    case 'cities':
      return area.service_area_cities.length === 0 ? 'Add the cities you serve' : null
    case 'custom':
      return area.service_area_custom_description?.trim() ? null : 'Describe the area you serve'
    default:
      return null
  }
}
