import { type Findable, score } from './match.ts'

export const PALETTE_GROUPS = [
  'Recent',
  'Screens',
  'Leads',
  'Conversations',
  'Settings fields',
  'Actions',
] as const
export type PaletteGroup = (typeof PALETTE_GROUPS)[number]

/** Something that the palette can open or do. */
export interface PaletteItem extends Findable {
  /** Unique, and the same on the next visit. */
  id: string
  group: Exclude<PaletteGroup, 'Recent'>
  isDisabled?: boolean
}

export interface ResultGroup<Item extends PaletteItem> {
  group: PaletteGroup
  items: Item[]
  /** How many more match. */
  more: number
}

/** Most items of a group for a query. */
const MOST = 8
/** Most recent items. */
const MOST_RECENT = 5

/** Settings fields are too many to list before something is typed. */
const LISTED_WITHOUT_QUERY: readonly PaletteGroup[] = ['Screens', 'Actions']

/**
 * Returns the items that match a query, grouped, the group with the best match first and the best match of a group
 * first. Without a query: the recent items, latest first, then screens and actions.
 */
export function paletteResults<Item extends PaletteItem>(
  items: readonly Item[],
  query: string,
  recentIds: readonly string[],
): ResultGroup<Item>[] {
  return query.trim() === '' ? withoutQuery(items, recentIds) : found(items, query)
}

function withoutQuery<Item extends PaletteItem>(
  items: readonly Item[],
  recentIds: readonly string[],
): ResultGroup<Item>[] {
  const known = new Map(items.map((item) => [item.id, item]))
  const recent = recentIds
    .flatMap((id) => known.get(id) ?? [])
    .filter(({ isDisabled }) => !isDisabled)
    .slice(0, MOST_RECENT)
  const groups = LISTED_WITHOUT_QUERY.map((group) => ({
    group,
    items: items.filter((item) => item.group === group && !recent.includes(item)),
    more: 0,
  }))
  return [{ group: 'Recent' as const, items: recent, more: 0 }, ...groups].filter(
    (group) => group.items.length > 0,
  )
}

function found<Item extends PaletteItem>(items: readonly Item[], query: string): ResultGroup<Item>[] {
  const scored = items
    .map((item) => ({ item, points: score(item, query) }))
    .filter(({ points }) => points > 0)
  const groups = PALETTE_GROUPS.map((group) => {
    // Sorting is stable: equal matches keep the order of the menu, the form, and the list.
    const mine = scored.filter(({ item }) => item.group === group).sort((a, b) => b.points - a.points)
    return {
      group,
      best: mine[0]?.points ?? 0,
      items: mine.slice(0, MOST).map(({ item }) => item),
      more: Math.max(0, mine.length - MOST),
    }
  })
  return groups
    .filter(({ best }) => best > 0)
    .sort((a, b) => b.best - a.best)
    .map(({ group, items: shown, more }) => ({ group, items: shown, more }))
}

/** Most remembered items of one owner. */
export const MOST_REMEMBERED = 12

/** Returns the remembered ids with one in front. */
export function withRecent(ids: readonly string[], id: string): string[] {
  return [id, ...ids.filter((other) => other !== id)].slice(0, MOST_REMEMBERED)
}
