import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { listConversations } from '../../../src/contract/conversations.ts'
import { listLeads } from '../../../src/contract/leads.ts'
import { searchText } from '../../../src/domain/common/plain-text.ts'
import { filterLeads, NO_FILTER } from '../../../src/domain/leads/filter.ts'
import { call, FRESH } from '../../support/api.ts'
import { sharedServer } from '../../support/server.ts'
import { repetitions } from '../../support/thorough.ts'
import { beginChat, sayInChat } from '../../support/visitor.ts'

const server = await sharedServer()
const { db } = server.deps

/** Names as people write them, in each group the same name. */
const NAMES = [
  ['José Núñez', 'Jose Nunez', 'JOSÉ NÚÑEZ', 'Jose\u0301 Nun\u0303ez'],
  ['Łukasz Wójcik', 'Lukasz Wojcik', 'ŁUKASZ WÓJCIK'],
  ['Jürgen Müller', 'Jurgen Muller', 'Juergen Mueller'],
  ['Søren Øster', 'Soren Oster', 'Soeren Oester'],
  ['Håkon Ångström', 'Hakon Angstrom', 'Haakon Aangstroem'],
  ['Jörg Weiß', 'Jorg Weiss', 'JÖRG WEISS', 'Joerg Weiß'],
  ['İpek Işık', 'Ipek Isik', 'ipek ışık'],
  ['Đorđe Đukić', 'Dorde Dukic'],
  ['Ægir Þórðarson', 'Aegir Thordarson'],
  ["Shaun O'Brien", 'Shaun O’Brien', 'Shaun OBrien', 'Shaun O´Brien', 'Shaun OʼBrien'],
  ['Mary-Ann Smith-Jones', 'Mary Ann Smith Jones', 'Mary‑Ann Smith–Jones'],
  ['Νίκος Παπαδόπουλος', 'ΝΙΚΟΣ ΠΑΠΑΔΟΠΟΥΛΟΣ', 'νικοσ παπαδοπουλοσ'],
  ['Наталья Соловьёва', 'наталья соловьева'],
  ['Nguyễn Thị Ánh', 'Nguyen Thi Anh'],
  ['J.R. Tolkien', 'JR Tolkien', 'J.R Tolkien', 'j r tolkien', 'J. R. Tolkien'],
  ['Mark St. John', 'Mark St John'],
  ['أَحْمَد', 'أحمد', 'احمد'],
  ['דָּוִד', 'דוד'],
] as const

const stored = NAMES.map((spellings) => spellings[0])
const leadIds = (body: unknown) => (body as { id: string }[]).map(({ id }) => id)

async function store(names: readonly string[], phones: readonly (string | null)[] = []): Promise<void> {
  await db.deleteFrom('leads').where('organization_id', '=', FRESH).execute()
  const at = server.clock.now()
  const rows = names.map((contact_name, index) => ({
    ...{ id: `lead-${index}`, organization_id: FRESH, status: 'new', source: 'chat', contact_name },
    ...{ created_at: at, updated_at: at, contact_phone: phones[index] ?? null },
  }))
  await db.insertInto('leads').values(rows).execute()
}

/** What the server finds, and what the console finds in the whole list. */
async function find(search: string): Promise<{ server: string[]; console: string[] }> {
  const params = { orgId: FRESH }
  const { body: found } = await call(server, listLeads, { params, query: { search } })
  const { body: all } = await call(server, listLeads, { params })
  return {
    server: leadIds(found).toSorted(),
    console: leadIds(filterLeads(all as never, { ...NO_FILTER, search }, 'UTC')).toSorted(),
  }
}

it.each(NAMES.map((spellings, index) => [spellings[0], spellings, index] as const))(
  'finds %s in every spelling and word order',
  async (_, spellings, index) => {
    await store(stored)
    const expected = { server: [`lead-${index}`], console: [`lead-${index}`] }
    for (const spelling of spellings) {
      const words = spelling.split(' ')
      const turned = words.toReversed()
      for (const search of [spelling, turned.join(' '), turned.join(', '), turned.join(',')]) {
        expect({ search, ...(await find(search)) }).toEqual({ search, ...expected })
      }
    }
  },
)

it('finds a stored name without its accents by the one with them', async () => {
  await store([
    'Jose Nunez',
    'Juergen Mueller',
    'Soeren Oester',
    'Dorde Dukic',
    'SmithJones',
    'JR Reuel St John',
  ])
  const finds = async (search: string) => (await find(search)).server
  expect(await finds('José Núñez')).toEqual(['lead-0'])
  expect(await finds('Müller, Jürgen')).toEqual(['lead-1'])
  expect(await finds('Øster')).toEqual(['lead-2'])
  expect(await finds('Đorđe')).toEqual(['lead-3'])
  expect(await finds('Smith-Jones')).toEqual(['lead-4'])
  expect(await finds('St. John, J.R.')).toEqual(['lead-5'])
})

const syllable = fc.constantFrom(
  ...[
    'jo',
    'é',
    'ü',
    'ue',
    'ø',
    'oe',
    'ß',
    'ss',
    'Ł',
    'İ',
    'ı',
    'Æ',
    'aa',
    'å',
    'Đ',
    'ñ',
    'ŋ',
    'Σ',
    'ς',
    'Ж',
  ],
  ...[
    "'",
    '’',
    '´',
    '-',
    '\u2011',
    '.',
    ' ',
    ',',
    '\u0308',
    '\u0301',
    '\u200b',
    '\n',
    '@',
    '%',
    '_',
    '\\',
    '1',
  ],
)
const name = fc.array(syllable, { maxLength: 12 }).map((parts) => parts.join(''))

/** Texts in the scripts of Europe and Vietnam. Databases and browsers can differ in the newest letters of Unicode. */
const letters = fc.string({
  unit: fc
    .oneof(
      ...[
        [0x20, 0x7e],
        [0xa0, 0x233],
        [0x250, 0x3ff],
        [0x400, 0x52f],
        [0x1e00, 0x1eff],
        [0x2010, 0x2040],
      ].map(([min, max]) => fc.integer({ min, max })),
    )
    .map((code) => String.fromCodePoint(code)),
  maxLength: 20,
})

it('folds texts in the database as in the console', async () => {
  const texts = fc.sample(fc.oneof(name, letters), repetitions(500, 20_000))
  const wanted = [...NAMES.flat(), ...texts]
  const { rows } = await sql<{ given: string; folded: string }>`
    select given, search_text(given) as folded from unnest(${wanted}::text[]) given`.execute(db)
  for (const { given, folded } of rows) expect([given, folded]).toEqual([given, searchText(given)])
})

it('finds the same leads in the console and on the server', async () => {
  const phone = fc.option(fc.stringMatching(/^(\+1 ?|\+44 \(0\))?\(?[2-9]\d\d\)?[-. ]\d{3}[-. ]?\d{4}$/))
  const lead = fc.tuple(name, phone)
  await fc.assert(
    fc.asyncProperty(
      fc.array(lead, { minLength: 1, maxLength: 8 }),
      name,
      fc.nat(),
      async (leads, other, pick) => {
        await store(
          leads.map(([text]) => text),
          leads.map(([, number]) => number),
        )
        const [text = '', number] = leads[pick % leads.length] ?? []
        for (const search of [text, text.split(' ').toReversed().join(' '), other, number ?? '']) {
          const { server: found, console: shown } = await find(search.slice(0, 400))
          expect(found).toEqual(shown)
          if (search !== other) expect(found).toContain(`lead-${pick % leads.length}`)
        }
      },
    ),
    { numRuns: repetitions(15, 1_000) },
  )
})

it.each([
  ['Müller', 'Thanks, MUELLER here'],
  ['mueller jurgen', 'I am Jürgen Müller.'],
  ['lukasz', 'Łukasz'],
  ['oster', 'this is Øster'],
  ['obrien', 'Shaun O’Brien'],
  ["o'brien", 'Shaun OBrien'],
  ['smith jones', 'Mary Smith-Jones'],
  ['smith-jones', 'Mary Smith Jones'],
  ['smithjones', 'Mary Smith-Jones'],
  ['6145550142', 'Call me at (614) 555-0142'],
  ['(614) 555-0142', 'my number is 614.555.0142, thanks'],
  ['+1 614 555 0142', 'my number is 6145550142'],
  ['555-0142', 'my number is 6145550142'],
  ['614-555', 'my number is 6145550142'],
])('finds with %j the conversation with %j', async (q, content) => {
  await db.deleteFrom('conversations').where('organization_id', '=', FRESH).execute()
  const wrong = await beginChat(server, FRESH)
  await sayInChat(server, wrong, 'Hello, how much is mulch? 555-9999')
  const right = await beginChat(server, FRESH)
  await sayInChat(server, right, content)
  const { body } = await call(server, listConversations, { params: { orgId: FRESH }, query: { q } })
  expect(leadIds(body.conversations)).toEqual([right.conversation_id])
})
