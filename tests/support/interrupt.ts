import type { Deps } from '../../server/kernel/deps.ts'

/**
 * Runs `act` each time the server is about to begin a transaction, which waits for it, at most `times` times. The
 * transactions of `act` don't count. Returns how many transactions were begun.
 */
export function beforeTransactions(
  { deps }: { deps: Deps },
  act: (count: number) => Promise<unknown>,
  times = 1,
): { begun: () => number; stop: () => void } {
  const { db } = deps
  let begun = 0
  const watched = new Proxy(db, {
    get(target, name) {
      const value = Reflect.get(target, name, target)
      if (name !== 'transaction') return typeof value === 'function' ? value.bind(target) : value
      return () => ({
        async execute(work: Parameters<ReturnType<typeof db.transaction>['execute']>[0]) {
          begun += 1
          if (begun <= times) {
            deps.db = db
            await act(begun)
            deps.db = watched
          }
          return db.transaction().execute(work)
        },
      })
    },
  })
  deps.db = watched
  return {
    begun: () => begun,
    stop: () => {
      deps.db = db
    },
  }
}
