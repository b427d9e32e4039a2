import { resolve } from 'node:path'
import { type Case, CaseError, readCases } from './eval/cases.ts'
import { explain } from './eval/explain.ts'
import { playAll, playCase, type Result } from './eval/play.ts'
import { report } from './eval/report.ts'
import { startEvalServer } from './eval/server.ts'

const USAGE = `Usage: npm run eval -- [--explain] FILE…

Plays the conversations of JSON Lines files through a server in memory, and compares how they end with what they
expect (docs/agent.md). Prints an object per case to standard output, and a table to standard error. AGENT_MODEL_URL,
AGENT_MODEL, and AGENT_MODEL_KEY name a model, as for npm start.

  --explain  adds to each message of the agent why it said that (why), and prints it in words to standard error
`

const EXPLAIN = '--explain'

/** A case that runs first and isn't reported, so that the times are those of a server that has loaded its tables. */
const WARM_UP: Case = {
  id: 'warm-up',
  turns: [
    'Hola, necesito cortar el césped',
    "I'm Jane Doe, 614-555-0188, jane@example.com. I need mowing at 12 Elm Street, Columbus, OH 43215.",
    'Are you insured?',
    'Tuesday at 3 pm',
    'yes',
  ],
}

/**
 * The folder in which the command was run. npm runs scripts in the project's folder, but file names are relative to
 * this one.
 */
const typedIn = process.env.INIT_CWD ?? process.cwd()

const readAll = (paths: readonly string[]): Map<string, Case[]> =>
  new Map(paths.map((path) => [path, readCases(resolve(typedIn, path))]))

/** Exits with 1 if a case failed, and with 2 if a file can't be read. */
async function main(words: string[]): Promise<number> {
  const explains = words.includes(EXPLAIN)
  const paths = words.filter((word) => word !== EXPLAIN)
  if (paths.length === 0 || paths.includes('--help')) {
    process.stderr.write(USAGE)
    return paths.includes('--help') ? 0 : 2
  }
  const files = readAll(paths)
  const server = await startEvalServer(process.env)
  const byFile = new Map<string, Result[]>()
  try {
    await playCase(server, WARM_UP)
    for (const [name, cases] of files) {
      const print = (result: Result) => {
        process.stdout.write(`${JSON.stringify(result)}\n`)
        if (explains) process.stderr.write(explain(result))
      }
      byFile.set(name, await playAll(server, cases, print, { explains }))
    }
  } finally {
    await server.stop()
  }
  process.stderr.write(report(byFile))
  return [...byFile.values()].flat().every(({ passed }) => passed) ? 0 : 1
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof CaseError)) throw error
  process.stderr.write(`${error.message}\n`)
  return 2
})
