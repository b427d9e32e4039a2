import { expect, it } from 'vitest'
import { writeCsv } from '../../../../../src/domain/common/csv.ts'
import { importedFrom } from '../../../../support/imported.ts'
import { repetitions } from '../../../../support/thorough.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const CREATED = '2026-08-03T14:10:00.000Z'
const DAY = '2026-08-03T04:00:00.000Z'

/** A cell, and what becomes of it: the value of its field, what the notes get, and the remark. */
interface Fate {
  cell: (digits: string) => string
  value?: (digits: string) => string
  notes?: (digits: string) => string
  remark?: string
}

const same = (cell: Fate['cell']): Fate => ({ cell, value: cell })
const to = (cell: Fate['cell'], value: Fate['cell'], remark?: string): Fate => ({
  ...{ cell, value },
  ...(remark && { remark }),
})
const noted = (label: string, text: string, remark?: string): Fate => ({
  ...{ cell: () => text, notes: () => `${label}: ${text}` },
  ...(remark && { remark }),
})
const blank = (text: string): Fate => ({ cell: () => text })
const ERROR = 'had an error of a spreadsheet instead of a value'

const FATES: Record<string, { label: string; fates: readonly Fate[] }> = {
  prospect_name: {
    label: 'Name',
    fates: [
      same((d) => `Ann Lee ${d}`),
      to(
        () => 'Byron, Ada',
        () => 'Ada Byron',
      ),
      to(
        () => 'ZoÃ« Ray',
        () => 'Zoë Ray',
        'Name had letters in the wrong encoding',
      ),
      to(
        () => 'O&#39;Brien &amp; Sons',
        () => "O'Brien & Sons",
      ),
      to(
        () => '="Ida Fox"',
        () => 'Ida Fox',
      ),
      to(
        () => '#REF! Fox',
        () => 'Fox',
        `Name ${ERROR}`,
      ),
      to(
        () => 'Jos\ufffd Fox',
        () => 'Jos\ufffd Fox',
        'Name has letters that the file lost',
      ),
    ],
  },
  prospect_email: {
    label: 'Email',
    fates: [
      same((d) => `a${d}@x.test`),
      to(
        (d) => `mailto:b${d}@x.test`,
        (d) => `b${d}@x.test`,
      ),
      {
        cell: (d) => `c${d}@x.test, d${d}@x.test`,
        value: (d) => `c${d}@x.test`,
        notes: (d) => `Email: d${d}@x.test`,
      },
      blank('N/A'),
      noted('Email', 'ask him', 'Email is not an email address'),
      { cell: () => '#VALUE!', remark: `Email ${ERROR}` },
    ],
  },
  prospect_phone: {
    label: 'Phone',
    fates: [
      same((d) => `614-555-${d}`),
      to(
        (d) => `p:+1614555${d}`,
        (d) => `+1614555${d}`,
      ),
      to(
        (d) => `="614555${d}"`,
        (d) => `614555${d}`,
      ),
      to(
        (d) => `614555${d}.0`,
        (d) => `614555${d}`,
        'Phone was a number of a spreadsheet',
      ),
      to(
        (d) => `6.14555${d}E+09`,
        (d) => `614555${d}`,
        'Phone was a number of a spreadsheet',
      ),
      {
        cell: (d) => `614-555-${d} / 740-555-0111`,
        ...{ value: (d: string) => `614-555-${d}`, notes: () => 'Phone: 740-555-0111' },
      },
      same((d) => `614-555-${d} ext. 12`),
      noted('Phone', '6.14556E+09', 'Phone lost digits in a spreadsheet'),
      noted('Phone', 'ask my wife', 'Phone is not a phone number'),
      { cell: () => '##########', remark: `Phone ${ERROR}` },
      blank('none'),
    ],
  },
  status: {
    label: 'Status',
    fates: [
      to(
        () => 'New',
        () => 'new',
      ),
      { ...noted('Status', 'Contacted', 'Status of another program was read as New'), value: () => 'new' },
      {
        ...noted('Status', 'Closed Won', 'Status of another program was read as Converted'),
        value: () => 'converted',
      },
      {
        ...noted('Status', 'Unqualified', 'Status of another program was read as Lost'),
        value: () => 'lost',
      },
    ],
  },
  created_at: {
    label: 'Created',
    fates: [
      to(
        () => '8/3/2026 10:10 AM',
        () => CREATED,
      ),
      to(
        () => '46237',
        () => DAY,
      ),
      to(
        () => 'August 3, 2026 at 10:10 AM',
        () => CREATED,
      ),
      {
        ...noted('Created', '3 weeks ago', 'Created is not a date that can be read'),
        value: () => NOW.toISOString(),
      },
      { ...noted('Created', '12/24/2027', 'Created is in the future'), value: () => NOW.toISOString() },
      { cell: () => '########', value: () => NOW.toISOString(), remark: `Created ${ERROR}` },
    ],
  },
  budget: {
    label: 'Budget',
    fates: [
      same((d) => `$${d}`),
      blank('-'),
      { ...noted('Budget', 'x'.repeat(501), 'Budget is longer than 500 characters') },
    ],
  },
}
const FIELDS = Object.keys(FATES)

function fateOf({ cell, value }: Fate, digits: string): 'kept' | 'repaired' | 'refused' {
  if (!value) return 'refused'
  return cell(digits) === value(digits) ? 'kept' : 'repaired'
}

/** Returns numbers below a limit that look random and are the same in each run. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

it('keeps, repairs, or refuses each detail of faulty rows, says why, and loses nothing silently', async () => {
  const random = seeded(20_261_120)
  const rows = Array.from({ length: repetitions(200, 1_000) }, (_, at) => {
    const digits = String(1_000 + at)
    const fates = FIELDS.map((field) => {
      const all = FATES[field]?.fates ?? []
      return { field, fate: all[random(all.length)] ?? blank('') }
    })
    return { digits, fates }
  })
  const headings = FIELDS.map((field) => FATES[field]?.label ?? field)
  // The guard of our own export against formulas would hide what other programs write.
  const text = writeCsv([
    headings,
    ...rows.map(({ digits, fates }) => fates.map(({ fate }) => fate.cell(digits))),
  ])
  const results = await importedFrom(text.replaceAll(`"'=`, '"=').replaceAll(`,'=`, ',='), NOW)
  expect(results).toHaveLength(rows.length)

  const counts = { kept: 0, repaired: 0, refused: 0 }
  const reasons = new Map<string, number>()
  for (const [at, { digits, fates }] of rows.entries()) {
    const result = results[at]
    if (!result || 'problem' in result) throw new Error(`row ${at}: ${result?.problem}`)
    const lead = new Map(Object.entries(result.lead))
    const notes = fates.flatMap(({ fate }) => fate.notes?.(digits) ?? [])
    expect((result.lead.notes ?? '').split('\n').toSorted(), `row ${at}`).toEqual(
      notes.length > 0 ? notes.toSorted() : [''],
    )
    for (const { field, fate } of fates) {
      expect(lead.get(field) ?? null, `row ${at} ${field}`).toBe(fate.value?.(digits) ?? null)
      counts[fateOf(fate, digits)] += 1
    }
    expect(result.remarks.toSorted(), `row ${at}`).toEqual(
      fates.flatMap(({ fate }) => fate.remark ?? []).toSorted(),
    )
    for (const remark of result.remarks) reasons.set(remark, (reasons.get(remark) ?? 0) + 1)
  }
  expect(counts.kept + counts.repaired + counts.refused).toBe(rows.length * FIELDS.length)
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(rows.length / 2)
  const expected = FIELDS.flatMap((field) => FATES[field]?.fates.flatMap(({ remark }) => remark ?? []) ?? [])
  expect([...reasons.keys()].toSorted()).toEqual([...new Set(expected)].toSorted())
})
