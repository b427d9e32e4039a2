import { readdir } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { countIn, createPlaces, EARLIER, type Kind, NEW, OLD, type Place } from '../../support/backups.ts'
import { runProgram } from '../../support/program.ts'
import { repetitions } from '../../support/thorough.ts'

const { place } = createPlaces()
/** On PostgreSQL, everything is one transaction. */
const MOMENTS = { embedded: repetitions(8, 40), PostgreSQL: repetitions(4, 20) }

const restoreIn = (where: Place, nth: number) =>
  runProgram('tests/support/killed-restore.ts', [
    where.databaseUrl,
    where.photos.folder,
    EARLIER,
    String(nth),
  ])

/** Restores to the end and returns the number of steps. */
async function restoreWhole(where: Place): Promise<number> {
  const run = restoreIn(where, 0)
  expect([await run.ended, run.output().stderr]).toEqual([0, ''])
  return Number(run.output().stdout)
}

describe.each<Kind>(['embedded', 'PostgreSQL'])('a restore that is killed, %s,', (kind) => {
  const most = MOMENTS[kind]
  /** The last moments are the last steps, because most come before what matters most. */
  const spread = most - Math.max(2, most / 4)
  let all = 0
  let where: Place | null = null
  let wasReplaced = 0

  beforeAll(async () => {
    const other = await place(kind, 'old')
    if (other) all = await restoreWhole(other)
    where = await place(kind, 'old')
  })

  it.each(Array.from({ length: most }, (_, index) => index))(
    'leaves the old or the new data, moment %i',
    async (moment) => {
      if (!where) return
      expect(all).toBeGreaterThan(most)
      const late = kind === 'embedded' ? spread - 1 - moment : all - (most - 1 - moment)
      const nth = moment < spread ? 1 + Math.floor((moment * all) / spread) : late
      expect(await restoreIn(where, nth).ended).toBe('SIGKILL')
      const left = await countIn(where.databaseUrl)
      if (left?.organizations === OLD.organizations) return expect(left).toEqual(OLD)
      expect(left).toEqual(NEW)
      expect(await readdir(where.photos.folder)).toHaveLength(4)
      wasReplaced += 1
      where = await place(kind, 'old')
    },
  )

  it('can be run again', async () => {
    if (!where) return
    await restoreWhole(where)
    expect(await countIn(where.databaseUrl)).toEqual(NEW)
    expect(await readdir(where.photos.folder)).toHaveLength(4)
    // The last query is the commit, while several file changes follow the one that decides.
    if (kind === 'PostgreSQL') return expect(wasReplaced).toBe(0)
    expect(wasReplaced).toBeGreaterThan(0)
    expect(wasReplaced).toBeLessThan(most)
  })
})
