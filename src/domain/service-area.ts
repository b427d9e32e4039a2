import { LIMITS } from '../contract/limits.ts'
import type { Profile } from '../contract/profile.ts'
import { textKey } from './same-text.ts'

/** Section 5: the radius in miles, 25 when the field is cleared. */
export function radiusOrDefault(radius: number | null | undefined): number {
  return radius ?? LIMITS.radius.default
}

/** What became of entries that were typed or pasted. */
export interface Added {
  list: readonly string[]
  /** How many were new. */
  added: number
  /** How many stood in the list already, or twice in the text. */
  duplicates: number
  /** Those that would not fit: too long, or more than the list may hold. */
  refused: readonly string[]
}

/** ZIP codes may be apart by commas, semicolons, spaces, tabs and lines. */
export function addZipCodes(list: readonly string[], text: string): Added {
  return addAll(list, text.split(/[\s,;]+/u), LIMITS.zipCodes)
}

/** Cities may be apart by commas, semicolons, tabs and lines: their names hold spaces. `Erie` and `ERIE` are one. */
export function addCities(list: readonly string[], text: string): Added {
  const names = text.split(/[,;\t\r\n\u2028\u2029]+/u).map((name) => name.replace(/\s+/gu, ' '))
  return addAll(list, names, LIMITS.cities)
}

/** Section 5: added on Enter, duplicates and empty values ignored. */
function addAll(list: readonly string[], entries: readonly string[], most: number): Added {
  const known = new Set(list.map(textKey))
  const next = [...list]
  const refused: string[] = []
  let duplicates = 0
  for (const entry of entries.map((each) => each.trim()).filter((each) => each !== '')) {
    if (known.has(textKey(entry))) duplicates++
    else if (entry.length > LIMITS.line || next.length >= most) refused.push(entry)
    else {
      known.add(textKey(entry))
      next.push(entry)
    }
  }
  return { list: next, added: next.length - list.length, duplicates, refused }
}

/** What is said after adding, null when everything was added. */
export function addedText({ duplicates, refused }: Added): string | null {
  const parts = []
  if (duplicates > 0) parts.push(`${duplicates} already in the list`)
  if (refused.length > 0) parts.push(`${refused.length} not added: too long, or the list is full`)
  return parts.length > 0 ? parts.join(', ') : null
}

/** ZIP codes that do not look like those of the United States, `12345` or `12345-6789`: kept, but worth a look. */
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

/** What the chosen type still lacks to mean something; null when it says where the business works. */
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
