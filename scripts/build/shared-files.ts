/** A module: what it imports, what it loads lazily, and which pages use it as an entry. */
export type ModuleGraph = Map<
  string,
  {
    imports: readonly string[]
    loads: readonly string[]
    pages: ReadonlySet<string> | null
    /** Length of its source in characters. */
    size: number
  }
>

/** A file with fewer characters of source is not worth its request. */
const SMALL = 24_000

/**
 * Returns which modules go into one file, by number, the most widely used first. Modules share a file if the same pages
 * import them and, beyond these pages, the same lazily loaded modules do. Entries stay separate.
 */
export function sharedFiles(graph: ModuleGraph): Map<string, number> {
  const lazy = new Set([...graph.values()].flatMap(({ loads }) => loads))
  const roots = [...graph.keys()].filter((id) => lazy.has(id) || graph.get(id)?.pages)
  const rootsOf = new Map<string, string[]>()
  for (const root of roots) {
    const closure = new Set([root])
    for (const id of closure) for (const next of graph.get(id)?.imports ?? []) closure.add(next)
    for (const id of closure) rootsOf.set(id, [...(rootsOf.get(id) ?? []), root])
  }
  const pagesOf = (id: string) =>
    new Set((rootsOf.get(id) ?? []).flatMap((root) => [...(graph.get(root)?.pages ?? [])]))
  const reach = lazyReach(graph, lazy, rootsOf, pagesOf)

  /** Future files, keyed by the pages and lazily loaded modules that import them. */
  const files = new Map<string, { pages: string; rank: number; size: number; modules: string[] }>()
  for (const [id, itsRoots] of rootsOf) {
    if (roots.includes(id) || itsRoots.length < 2) continue
    const pages = pagesOf(id)
    const isThere = (part: string) => [...(reach.get(part) ?? [])].every((page) => pages.has(page))
    const parts = itsRoots.filter((root) => lazy.has(root) && !isThere(root))
    const names = JSON.stringify([...pages].sort())
    const signature = `${names} ${JSON.stringify(parts.sort())}`
    const rank = pages.size * 1_000 + parts.length
    const file = files.get(signature) ?? { pages: names, rank, size: 0, modules: [] }
    file.modules.push(id)
    file.size += graph.get(id)?.size ?? 0
    files.set(signature, file)
  }
  const ordered = [...files.values()].sort((a, b) => b.rank - a.rank)
  const numbers = new Map<string, number>()
  for (const [number, { pages, size, modules }] of ordered.entries()) {
    const home = size < SMALL ? ordered.findIndex((other) => other.pages === pages) : number
    for (const id of modules) numbers.set(id, home)
  }
  return numbers
}

/** The pages that can load each lazily loaded module. */
function lazyReach(
  graph: ModuleGraph,
  lazy: ReadonlySet<string>,
  rootsOf: ReadonlyMap<string, readonly string[]>,
  pagesOf: (id: string) => ReadonlySet<string>,
): Map<string, Set<string>> {
  const reach = new Map([...lazy].map((id) => [id, new Set<string>()]))
  for (let grew = true; grew; ) {
    grew = false
    for (const [id, { loads }] of graph) {
      if (loads.length === 0) continue
      const from = new Set(pagesOf(id))
      for (const root of rootsOf.get(id) ?? []) for (const page of reach.get(root) ?? []) from.add(page)
      for (const part of loads) {
        const pages = reach.get(part)
        for (const page of from) {
          if (!pages || pages.has(page)) continue
          pages.add(page)
          grew = true
        }
      }
    }
  }
  return reach
}
