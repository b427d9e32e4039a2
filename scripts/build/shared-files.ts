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

/** What one more request costs a page, in characters of source: its headers, and a fresh start of the compression. */
const REQUEST = 12_000

/** The most characters that one merge adds to a page that does not need them. */
const MOST_NEEDLESS = 20_000

/** What a character costs that a lazily loaded module does not need, compared with one that a page does not need. */
const LAZY = 0.5

/** A future file. */
interface Shared {
  /** The pages, as paths, and the lazily loaded modules that load it. */
  pages: Set<string>
  parts: Set<string>
  size: number
  /** Packages change less often than the project's own code, so browsers keep them longer. */
  isPackage: boolean
  modules: string[]
}

/**
 * Returns which modules go into one file, by number, the most widely used first. Starts with a file for each set of
 * pages and lazily loaded modules that import the same modules, and merges two files while a request costs more than
 * the characters that some of them do not need. Entries stay separate.
 */
export function sharedFiles(graph: ModuleGraph): Map<string, number> {
  const lazy = new Set([...graph.values()].flatMap(({ loads }) => loads))
  const roots = new Set([...graph.keys()].filter((id) => lazy.has(id) || graph.get(id)?.pages))
  const rootsOf = new Map<string, string[]>()
  for (const root of roots) {
    const closure = new Set([root])
    for (const id of closure) for (const next of graph.get(id)?.imports ?? []) closure.add(next)
    for (const id of closure) rootsOf.set(id, [...(rootsOf.get(id) ?? []), root])
  }
  const pagesOf = (id: string) =>
    new Set((rootsOf.get(id) ?? []).flatMap((root) => [...(graph.get(root)?.pages ?? [])]))
  const reach = lazyReach(graph, lazy, rootsOf, pagesOf)

  const files = new Map<string, Shared>()
  for (const [id, itsRoots] of rootsOf) {
    if (graph.get(id)?.pages || itsRoots.length < 2) continue
    const pages = pagesOf(id)
    const isThere = (part: string) => [...(reach.get(part) ?? [])].every((page) => pages.has(page))
    const parts = new Set(itsRoots.filter((root) => root !== id && lazy.has(root) && !isThere(root)))
    const isPackage = id.includes('/node_modules/')
    const signature = JSON.stringify([[...pages].sort(), [...parts].sort(), isPackage])
    const file = files.get(signature) ?? { pages, parts, size: 0, isPackage, modules: [] }
    file.modules.push(id)
    file.size += graph.get(id)?.size ?? 0
    files.set(signature, file)
  }
  const rank = ({ pages, parts }: Shared) => pages.size * 1_000 + parts.size
  const merged = mergeCheapest([...files.values()]).sort((a, b) => rank(b) - rank(a))
  return new Map(merged.flatMap(({ modules }, number) => modules.map((id) => [id, number] as const)))
}

/** Merges the two files that save most, until no merge saves anything. */
function mergeCheapest(files: Shared[]): Shared[] {
  const rest = [...files]
  for (;;) {
    let most = 0
    let best: [Shared, Shared] | null = null
    for (const [index, a] of rest.entries()) {
      for (const b of rest.slice(index + 1)) {
        const saved = cost(a) + cost(b) - cost(union(a, b))
        if (saved > most && mayShare(a, b)) [most, best] = [saved, [a, b]]
      }
    }
    if (!best) return rest
    const [a, b] = best
    rest.splice(rest.indexOf(b), 1)
    rest[rest.indexOf(a)] = union(a, b)
  }
}

/** No page loads much that it does not need, however many requests of other pages that saves. */
const mayShare = (a: Shared, b: Shared) =>
  (a.isPackage === b.isPackage || Math.min(a.size, b.size) < REQUEST) &&
  (b.size < MOST_NEEDLESS || hasAll(b.pages, a.pages)) &&
  (a.size < MOST_NEEDLESS || hasAll(a.pages, b.pages))

const hasAll = (pages: Set<string>, others: Set<string>) => [...others].every((page) => pages.has(page))

const cost = ({ pages, parts, size }: Shared) => (pages.size + LAZY * parts.size) * (size + REQUEST)

function union(a: Shared, b: Shared): Shared {
  return {
    pages: new Set([...a.pages, ...b.pages]),
    parts: new Set([...a.parts, ...b.parts]),
    size: a.size + b.size,
    isPackage: a.size > b.size ? a.isPackage : b.isPackage,
    modules: [...a.modules, ...b.modules],
  }
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
