/** A module: what it imports, what it loads lazily, and which pages use it as an entry. */
export type ModuleGraph = Map<
  string,
  {
    imports: readonly string[]
    loads: readonly string[]
    pages: ReadonlySet<string> | null
    /** Pages load it without being asked, once they are rendered or idle. */
    isUnasked: boolean
    /** Length of its source in characters. */
    size: number
  }
>

/** What one more request costs a page, in characters of source: its headers, and a fresh start of the compression. */
const REQUEST = 15_000

/** The most characters that one merge adds to a page that does not need them. */
const MOST_NEEDLESS = 13_000

/** Characters from which packages have files of their own: they change less often than the project's own code. */
const LARGE = 120_000

/** What a character costs that a page loads before it is rendered, unasked after that, and when a user acts. */
const WEIGHTS = { early: 1, unasked: 0.6, asked: 0.05 }

/** A future file. */
interface Shared {
  /** The weight of each user: pages, as paths, and modules that a page loads when a user acts. */
  users: Map<string, number>
  size: number
  isPackage: boolean
  modules: string[]
}

/**
 * Returns which modules go into one file, by number, the most widely used first. Starts with a file for each set of
 * pages and lazily loaded modules that import the same modules, and merges two files while a request costs more than
 * the characters that some of them do not need. Entries stay separate, and so do modules of a single entry.
 */
export function sharedFiles(graph: ModuleGraph): Map<string, number> {
  const { usersOf, rootsOf } = usersOfModules(graph)
  const files = new Map<string, Shared>()
  for (const [id, users] of usersOf) {
    if (graph.get(id)?.pages || (rootsOf.get(id) ?? 0) < 2) continue
    const isPackage = id.includes('/node_modules/')
    const signature = JSON.stringify([[...users].sort(), isPackage])
    const file = files.get(signature) ?? { users, size: 0, isPackage, modules: [] }
    file.modules.push(id)
    file.size += graph.get(id)?.size ?? 0
    files.set(signature, file)
  }
  const merged = mergeCheapest([...files.values()]).sort((a, b) => weight(b) - weight(a))
  return new Map(merged.flatMap(({ modules }, number) => modules.map((id) => [id, number] as const)))
}

/** The users of each module by weight, and how many entries and lazily loaded modules import it. */
function usersOfModules(graph: ModuleGraph) {
  const usersOf = new Map<string, Map<string, number>>()
  const rootsOf = new Map<string, number>()
  const count = (ids: Iterable<string>, user: string, by: number) => {
    for (const id of ids) {
      const users = usersOf.get(id) ?? new Map<string, number>()
      usersOf.set(id, users.set(user, Math.max(users.get(user) ?? 0, by)))
    }
  }

  const lazy = new Set([...graph.values()].flatMap(({ loads }) => loads))
  for (const root of graph.keys()) {
    if (!lazy.has(root) && !graph.get(root)?.pages) continue
    for (const id of importsOf(graph, [root])) rootsOf.set(id, (rootsOf.get(id) ?? 0) + 1)
  }

  const loadedBy = new Map<string, Set<string>>()
  for (const page of new Set([...graph.values()].flatMap(({ pages }) => [...(pages ?? [])]))) {
    const early = importsOf(
      graph,
      [...graph].filter(([, { pages }]) => pages?.has(page)).map(([id]) => id),
    )
    const all = importsOf(graph, early, ({ isUnasked }) => isUnasked)
    loadedBy.set(page, all)
    count(early, page, WEIGHTS.early)
    count(all, page, WEIGHTS.unasked)
  }

  for (const part of lazy) {
    const pages = [...loadedBy].filter(([, loaded]) => importsOf(graph, loaded, () => true).has(part))
    const missing = [...importsOf(graph, [part])].filter((id) => pages.some(([, loaded]) => !loaded.has(id)))
    count(missing, part, WEIGHTS.asked)
  }
  return { usersOf, rootsOf }
}

/** The modules, what they import, and of what these load lazily, what `follow` accepts. */
function importsOf(
  graph: ModuleGraph,
  ids: Iterable<string>,
  follow: (module: { isUnasked: boolean }) => boolean = () => false,
): Set<string> {
  const found = new Set(ids)
  // A Set's iterator also visits entries added during iteration.
  for (const id of found) {
    const { imports = [], loads = [] } = graph.get(id) ?? {}
    for (const next of imports) found.add(next)
    for (const next of loads) {
      const part = graph.get(next)
      if (part && follow(part)) found.add(next)
    }
  }
  return found
}

/** Merges the two files that save most, until no merge saves anything. */
function mergeCheapest(files: Shared[]): Shared[] {
  const rest = [...files]
  for (;;) {
    let most = 0
    let best: [Shared, Shared] | null = null
    for (const [index, a] of rest.entries()) {
      for (const b of rest.slice(index + 1)) {
        if (!mayShare(a, b)) continue
        const saved = cost(a) + cost(b) - cost(union(a, b))
        if (saved > most) [most, best] = [saved, [a, b]]
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
  (a.isPackage === b.isPackage || Math.min(a.size, b.size) < LARGE) &&
  (a.size < MOST_NEEDLESS || isNeeded(a, b)) &&
  (b.size < MOST_NEEDLESS || isNeeded(b, a))

/** Whether every page that loads `other` unasked loads `file` too. */
const isNeeded = (file: Shared, other: Shared) =>
  [...other.users].every(([user, by]) => by < WEIGHTS.unasked || file.users.has(user))

const weight = ({ users }: Shared) => [...users.values()].reduce((sum, one) => sum + one, 0)

const cost = (file: Shared) => weight(file) * (file.size + REQUEST)

function union(a: Shared, b: Shared): Shared {
  const users = new Map(a.users)
  for (const [user, by] of b.users) users.set(user, Math.max(users.get(user) ?? 0, by))
  return {
    users,
    size: a.size + b.size,
    isPackage: a.size > b.size ? a.isPackage : b.isPackage,
    modules: [...a.modules, ...b.modules],
  }
}
