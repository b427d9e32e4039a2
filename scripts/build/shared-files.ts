/** Modules with their imports, the modules that they load lazily, and the pages that use them as entries. */
export type ModuleGraph = Map<
  string,
  {
    imports: readonly string[]
    loads: readonly string[]
    pages: ReadonlySet<string> | null
    /** Whether pages load the module without user action, once they are rendered or idle. */
    isUnasked: boolean
    /** The size of its compressed source in bytes. */
    size: number
  }
>

/** The cost of one more request, in bytes: its headers, restarting the compression, and a share of the wait. */
const REQUEST = 4_400

/** The maximum number of bytes in a file that a page loads but doesn't need. */
const MOST_NEEDLESS = 3_000

/** Packages of at least this many bytes get their own files, because they change less often than the project's code. */
const LARGE = 30_000

/** The cost of a byte that a page loads before it is rendered, automatically afterward, or on a user action. */
const WEIGHTS = { early: 1, unasked: 0.6, asked: 0.05 }

/** A file to generate. */
interface Shared {
  /** The weight of each user of the file: pages, as paths, and modules that a page loads on a user action. */
  users: Map<string, number>
  size: number
  isPackage: boolean
  modules: string[]
  /** The file's modules with everything that they import, which its users load too. */
  loaded: Set<string>
}

/**
 * Returns which modules go into one file, by number, most widely used first. Starts with a file for each set of pages
 * and lazily loaded modules that import the same modules. Then merges two files while a request costs more than the
 * bytes that some of their users don't need. Entries stay separate, as do modules of a single entry or of a module that
 * loads on a user action.
 */
export function sharedFiles(modules: ModuleGraph): Map<string, number> {
  // The bundler's order differs from build to build.
  const graph = new Map([...modules].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const { usersOf, rootsOf } = usersOfModules(graph)
  const files = new Map<string, Shared>()
  for (const [id, users] of usersOf) {
    const isUnasked = Math.max(...users.values()) === WEIGHTS.unasked
    if (graph.get(id)?.pages || (!isUnasked && (rootsOf.get(id) ?? 0) < 2)) continue
    const isPackage = id.includes('/node_modules/')
    const signature = JSON.stringify([[...users].sort(), isPackage])
    const size = graph.get(id)?.size ?? 0
    const file: Shared = files.get(signature) ?? { users, size: 0, isPackage, modules: [], loaded: new Set() }
    file.modules.push(id)
    for (const each of importsOf(graph, [id])) file.loaded.add(each)
    file.size += size
    files.set(signature, file)
  }
  /** Returns the maximum number of unneeded bytes for a page that loads the file without user action. */
  const mostNeedless = ({ users, loaded }: Shared) => {
    const unasked = [...users].filter(([, by]) => by > WEIGHTS.asked)
    const needless = unasked.map(([user]) =>
      [...loaded].reduce((sum, id) => sum + (usersOf.get(id)?.has(user) ? 0 : (graph.get(id)?.size ?? 0)), 0),
    )
    return Math.max(0, ...needless)
  }
  /** Returns whether two files may be merged. No page may load much that it doesn't need, even to save requests. */
  const mayShare = (a: Shared, b: Shared) =>
    (a.isPackage === b.isPackage || Math.min(a.size, b.size) < LARGE) &&
    mostNeedless(union(a, b)) <= MOST_NEEDLESS
  const merged = mergeCheapest([...files.values()], mayShare).sort((a, b) => weight(b) - weight(a))
  return new Map(merged.flatMap(({ modules }, number) => modules.map((id) => [id, number] as const)))
}

/**
 * Returns the users of each module with their weights, and the number of entries and lazily loaded modules that import
 * it.
 */
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

/**
 * Returns the modules and everything that they import. Of the modules that these load lazily, includes those that
 * `follow` accepts.
 */
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

/** Repeatedly merges the two files with the largest savings until no merge saves anything. */
function mergeCheapest(files: Shared[], mayShare: (a: Shared, b: Shared) => boolean): Shared[] {
  const rest = new Set<Shared>()
  let merges: { saved: number; pair: [Shared, Shared] }[] = []
  const add = (a: Shared) => {
    for (const b of rest) {
      const saved = cost(a) + cost(b) - cost(union(a, b))
      if (saved > 0 && mayShare(a, b)) merges.push({ saved, pair: [b, a] })
    }
    rest.add(a)
  }
  for (const file of files) add(file)
  while (merges.length > 0) {
    const best = merges.reduce((a, b) => (b.saved > a.saved ? b : a))
    for (const file of best.pair) rest.delete(file)
    merges = merges.filter(({ pair }) => pair.every((file) => rest.has(file)))
    add(union(...best.pair))
  }
  return [...rest]
}

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
    loaded: new Set([...a.loaded, ...b.loaded]),
  }
}
