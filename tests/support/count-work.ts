import { Session } from 'node:inspector/promises'
import type { KyselyPlugin } from 'kysely'
import type { Deps } from '../../server/kernel/deps.ts'

export interface Work {
  /** The number of statements that were sent to the database. */
  statements: number
  /** Returns how many statements read a table. */
  reads(table: string): number
  /** Returns how often functions of the server with this name were called. Counts only functions without `await`. */
  calls(name: string): number
}

/** Counts what the server does during `act`. */
export async function countWork({ deps }: { deps: Deps }, act: () => Promise<unknown>): Promise<Work> {
  const { db } = deps
  const statements: { kind: string; text: string }[] = []
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements.push({ kind: node.kind, text: JSON.stringify(node) })
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const profiler = new Session()
  profiler.connect()
  await profiler.post('Profiler.enable')
  await profiler.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  deps.db = db.withPlugin(plugin)
  try {
    await act()
    const { result } = await profiler.post('Profiler.takePreciseCoverage')
    const functions = result.filter(({ url }) => url.includes('/server/')).flatMap((each) => each.functions)
    return {
      statements: statements.length,
      reads: (table) =>
        statements.filter(
          ({ kind, text }) => kind === 'SelectQueryNode' && text.includes(`"name":"${table}"`),
        ).length,
      calls: (name) =>
        functions
          .filter(({ functionName }) => functionName === name)
          .reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0),
    }
  } finally {
    deps.db = db
    await profiler.post('Profiler.disable')
    profiler.disconnect()
  }
}
