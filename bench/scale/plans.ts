import { openPostgres } from '../../server/db/postgres.ts'
import { head, median, row } from '../report.ts'
import { openApplication } from './application.ts'
import { openExplained, type Reading, readingOf } from './explained.ts'
import {
  addFinishedJobs,
  backgroundPaths,
  ownerPaths,
  type Paths,
  type Sample,
  visitorPaths,
} from './hot-paths.ts'

const TURNS = 9
/** Paths that take longer than this are measured less often. */
const SLOW_MS = 1_000
/** The number of jobs that finished within the hour for which they are kept. */
const FINISHED_JOBS = 10_000

interface Measured {
  ms: number
  reading: Reading
}

/** Runs each path several times normally, and once with its statements explained. */
async function measure(plain: Paths, explained: Paths, take: ReturnType<typeof openExplained>['take']) {
  const measured = new Map<string, Measured>()
  for (const [name, run] of Object.entries(plain)) {
    const taken: number[] = []
    await run()
    for (let turn = 0; turn < TURNS && (taken[0] ?? 0) < SLOW_MS; turn += 1) {
      const start = performance.now()
      await run()
      taken.push(performance.now() - start)
    }
    take()
    await explained[name]?.()
    measured.set(name, { ms: median(taken), reading: readingOf(take()) })
  }
  return measured
}

function print(title: string, measured: ReadonlyMap<string, Measured>): void {
  process.stdout.write(`\n${title}\n\n`)
  head('path', 'ms, median', 'statements', 'rows read', 'pages read', 'indexes', 'big tables scanned')
  for (const [name, { ms, reading }] of measured)
    row(
      name,
      ms.toFixed(1),
      reading.statements,
      reading.rows,
      reading.pages,
      reading.indexes.join(', '),
      reading.scanned.join(', '),
    )
}

/** Prints how long the hot paths take in a large and a small organization, and what their statements read. */
export async function measurePlans(url: string, samples: Record<string, Sample>): Promise<void> {
  const { db } = await openPostgres(url)
  const explained = openExplained(url)
  const plainApp = await openApplication(db, url)
  const explainedApp = await openApplication(explained.db, url)
  try {
    await addFinishedJobs(db, FINISHED_JOBS)
    for (const [title, sample] of Object.entries(samples)) {
      const paths = async (app: typeof plainApp) => ({
        ...(await ownerPaths(app, sample)),
        ...visitorPaths(app, sample),
      })
      print(title, await measure(await paths(plainApp), await paths(explainedApp), explained.take))
    }
    const background = await measure(backgroundPaths(plainApp), backgroundPaths(explainedApp), explained.take)
    print('Every server', background)
  } finally {
    await plainApp.close()
    await explainedApp.close()
    await explained.close()
    await db.destroy()
  }
}
