import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { ClientId, Instant, integerIn, TimeZone, text } from './fields.ts'
import { LIMITS } from './limits.ts'
import { tolerant } from './tolerance.ts'

/** Limits on the content of a file and on its upload. */
export const IMPORT_LIMITS = {
  /** Maximum size of a file in bytes. */
  bytes: 26_214_400,
  /** Maximum number of rows in a file, without the headings. */
  rows: 50_000,
  /** Maximum number of rows per request. */
  batch: 300,
  /** Number of days during which an import can be undone. */
  undoDays: 7,
} as const

/** The fields of a lead that a file can fill. */
export const IMPORT_FIELDS = [
  'prospect_name',
  'prospect_email',
  'prospect_phone',
  'property_address',
  'service_interest',
  'status',
  'created_at',
  'property_size',
  'timeline',
  'budget',
  'service_availability',
  'service_additional_info',
  'notes',
  'loss_reason',
  'booking_start_time',
  'booking_status',
  'booking_url',
  'source',
] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

/** The order of month and day in a date such as 3/4/2026. */
export const DATE_ORDERS = ['mdy', 'dmy'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** A row of a file: its number as spreadsheets show it, and the text of its cells by field. */
export const ImportRow = v.object({
  row: integerIn({ min: 1, max: 10_000_000 }),
  cells: v.object(
    Object.fromEntries(IMPORT_FIELDS.map((field) => [field, v.optional(v.string())])) as Record<
      ImportField,
      v.OptionalSchema<v.StringSchema<undefined>, undefined>
    >,
  ),
})
export type ImportRow = v.InferOutput<typeof ImportRow>

/** Rows to check or import. Times without a zone are in `timezone`. */
export const ImportBatch = v.object({
  timezone: TimeZone,
  date_order: v.picklist(DATE_ORDERS),
  rows: v.pipe(
    v.array(ImportRow),
    v.minLength(1),
    v.maxLength(IMPORT_LIMITS.batch, `At most ${IMPORT_LIMITS.batch} rows at once`),
  ),
})
export type ImportBatch = v.InferOutput<typeof ImportBatch>

const FileHash = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/, 'Expected a SHA-256 in hex'))

/**
 * The outcome for a row: it is `new`, another lead has its `email` or `phone`, this `row` was already imported, or it
 * is `refused` with a `reason`. The `reason` of a new row says which details were repaired, or are in the notes because
 * they could not be read. `keys` are the values that later rows of the file must not share if this row is new.
 */
export const RowVerdict = tolerant(
  v.object({
    row: v.number(),
    outcome: v.string(),
    reason: v.nullable(v.string()),
    keys: v.array(v.string()),
  }),
  { defaults: () => ({ reason: null, keys: [] }) },
)
export type RowVerdict = v.InferOutput<typeof RowVerdict>

const Present = tolerant(v.object({ email: v.number(), phone: v.number(), row: v.number() }), {
  defaults: () => ({ email: 0, phone: 0, row: 0 }),
})

/**
 * An import of leads. `present` counts the rows that already existed, by rule. After Undo, `removed` counts the deleted
 * leads. `changed` and `tasks` count the leads that were kept because someone changed them or gave them tasks.
 */
export const LeadImport = tolerant(
  v.object({
    id: v.string(),
    file_name: v.string(),
    file_hash: v.string(),
    rows: v.number(),
    created_by: v.nullable(v.string()),
    created_at: Instant,
    finished_at: v.nullable(Instant),
    undone_at: v.nullable(Instant),
    imported: v.number(),
    present: Present,
    refused: v.number(),
    removed: v.number(),
    changed: v.number(),
    tasks: v.number(),
    /** The number of leads that Undo would process. */
    undoable: v.number(),
  }),
  {
    defaults: () => ({
      file_name: '',
      file_hash: '',
      rows: 0,
      created_by: null,
      created_at: '',
      finished_at: null,
      undone_at: null,
      imported: 0,
      present: { email: 0, phone: 0, row: 0 },
      refused: 0,
      removed: 0,
      changed: 0,
      tasks: 0,
      undoable: 0,
    }),
  },
)
export type LeadImport = v.InferOutput<typeof LeadImport>

const IMPORTS = '/api/v1/organizations/:orgId/lead-imports'
const Verdicts = v.object({ rows: v.array(RowVerdict) })

export const checkImport = endpoint({
  method: 'POST',
  path: `${IMPORTS}/check`,
  summary: 'Check rows of a file without importing them',
  access: 'member',
  body: v.object({ ...ImportBatch.entries, file_hash: FileHash }),
  reply: Verdicts,
})

export const listImports = endpoint({
  method: 'GET',
  path: IMPORTS,
  summary: `List the imports of the last ${IMPORT_LIMITS.undoDays} days, newest first`,
  access: 'member',
  reply: v.object({ imports: v.array(LeadImport) }),
})

/** Resumes an unfinished import of the same file instead of starting another one. */
export const beginImport = endpoint({
  method: 'POST',
  path: IMPORTS,
  summary: 'Start or resume the import of a file',
  access: 'member',
  body: v.object({
    id: ClientId,
    file_name: v.pipe(text(LIMITS.name), v.minLength(1)),
    file_hash: FileHash,
    rows: integerIn({ min: 1, max: IMPORT_LIMITS.rows }),
  }),
  reply: LeadImport,
  errors: [409],
})

export const importRows = endpoint({
  method: 'POST',
  path: `${IMPORTS}/:importId/rows`,
  summary: 'Import rows of a file, all or none; a repeated row returns its earlier outcome',
  access: 'member',
  body: ImportBatch,
  reply: Verdicts,
  errors: [404, 409],
})

export const finishImport = endpoint({
  method: 'POST',
  path: `${IMPORTS}/:importId/finish`,
  summary: 'Finish an import; it accepts no more rows',
  access: 'member',
  reply: LeadImport,
  errors: [404, 409],
})

export const undoImport = endpoint({
  method: 'POST',
  path: `${IMPORTS}/:importId/undo`,
  summary: 'Remove up to 500 imported leads that nobody has changed; repeat while `undoable` is above 0',
  access: 'member',
  reply: LeadImport,
  errors: [404, 409],
})
