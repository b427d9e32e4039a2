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

/** An item that the palette can open or run. */
export interface PaletteItem extends Findable {
  /** Unique, and stable across visits. */
  id: string
  group: Exclude<PaletteGroup, 'Recent'>
  isDisabled?: boolean
}

export interface ResultGroup<Item extends PaletteItem> {
  group: PaletteGroup
  items: Item[]
  /** The number of further matches. */
  more: number
}

/** Maximum number of items per group for a query. */
const MOST = 8
/** Maximum number of recent items. */
const MOST_RECENT = 5

/** There are too many settings fields to list them before the user types something. */
const LISTED_WITHOUT_QUERY: readonly PaletteGroup[] = ['Screens', 'Actions']

/**
 * Returns the items that match a query in groups. The group with the best match comes first, and each group starts with
 * its best match. If the query is blank, returns the recent items, latest first, followed by screens and actions.
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
    // Sorting is stable: equal matches stay in the order of the menu, the form, and the list.
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

/** Maximum number of remembered items per owner. */
export const MOST_REMEMBERED = 12

/** Returns the remembered ids with an id moved to the front. */
export function withRecent(ids: readonly string[], id: string): string[] {
  return [id, ...ids.filter((other) => other !== id)].slice(0, MOST_REMEMBERED)
}
