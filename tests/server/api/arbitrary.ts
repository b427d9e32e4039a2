import fc from 'fast-check'
import type { GenericSchema } from 'valibot'

/** The parts of valibot's schema objects that data can be generated from. */
interface Shape {
  type: string
  pipe?: readonly Step[]
  wrapped?: Shape
  entries?: Record<string, Shape>
  item?: Shape
  value?: Shape
  options?: readonly unknown[]
  literal?: unknown
}

interface Step {
  kind: string
  type: string
  requirement?: unknown
}

/** Someone who gets text messages. */
function person(id: string, email: string | null) {
  const choices = { needs_person: ['sms'], new_lead: ['sms'] }
  return { id, name: id, email, phone: '+16145550123', sms_consent: true, choices }
}

const HOURS = [[], [{ day: 'monday', isOpen: true, openTime: '08:00', closeTime: '17:00' }]]

/** Fields whose rule is a function, or that need more realistic data than random text. */
const BY_NAME: Record<string, fc.Arbitrary<unknown>> = {
  people: fc.constant([person('escalation', null), person('ann', 'ann@example.test')]),
  person_id: fc.constantFrom('escalation', 'ann', 'nobody'),
  email: fc.constantFrom('ann@example.test', 'nobody@example.test', null),
  timezone: fc.constantFrom('America/New_York', 'Asia/Kathmandu', 'UTC', 'Africa/Cairo'),
  redirect_uri: fc.constant('http://localhost:3001/api/v1/integrations/hubspot/callback'),
  return_to: fc.constant('http://localhost:3000/integrations'),
  due_at: fc
    .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  read: fc.constant({}),
  limit: fc.constantFrom('1', '20', '100'),
  file_hash: fc.constantFrom('a'.repeat(64), 'b'.repeat(64)),
  services_spanish: fc.constantFrom(null, {}, { 'Tree Services': 'Poda de árboles' }),
  service_area_radius: fc.integer({ min: 1, max: 100 }),
  search: fc.constantFrom('a', '%', '_', '\\', 'Lawn', "'; drop table leads; --", 'ÉCLAIR', '  '),
  business_hours: fc.constantFrom(...HOURS),
  call_hours: fc.constantFrom(null, ...HOURS),
}

/** Data that a schema almost always accepts. */
export function accepted(schema: GenericSchema, name = ''): fc.Arbitrary<unknown> {
  return arbitraryOf(schema as unknown as Shape, name) // Valibot's own type of a schema hides its parts.
}

function arbitraryOf(shape: Shape, name: string): fc.Arbitrary<unknown> {
  const special = BY_NAME[name]
  if (special) return special
  const child = (part: Shape | undefined, key = name) => (part ? arbitraryOf(part, key) : fc.constant(null))
  switch (shape.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(shape.entries ?? {}).map(([key, part]) => [key, child(part, key)])),
        { requiredKeys: required(shape) },
      )
    case 'array':
      return fc.array(child(shape.item), { minLength: limit(shape, 'min_length', 0), maxLength: 5 })
    case 'record':
      return fc.dictionary(fc.string({ maxLength: 10 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 })
    case 'nullable':
      return fc.option(child(shape.wrapped), { nil: null, freq: 4 })
    case 'optional':
      return child(shape.wrapped)
    case 'variant':
      return fc.oneof(...(shape.options ?? []).map((option) => child(option as Shape)))
    case 'literal':
      return fc.constant(shape.literal)
    case 'picklist':
      return fc.constantFrom(...(shape.options ?? []))
    case 'number':
      return fc.integer({ min: limit(shape, 'min_value', -1000), max: limit(shape, 'max_value', 1000) })
    case 'boolean':
      return fc.boolean()
    case 'string':
      return textOf(shape)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function required(shape: Shape): string[] {
  return Object.entries(shape.entries ?? {})
    .filter(([, part]) => part.type !== 'optional')
    .map(([key]) => key)
}

function limit(shape: Shape, action: string, fallback: number): number {
  const requirement = shape.pipe?.find(({ type }) => type === action)?.requirement
  return typeof requirement === 'number' ? requirement : fallback
}

function textOf(shape: Shape): fc.Arbitrary<string> {
  const actions = shape.pipe?.map(({ type }) => type) ?? []
  const pattern = shape.pipe?.find(({ type }) => type === 'regex')?.requirement
  if (pattern instanceof RegExp) return fc.stringMatching(pattern)
  if (actions.includes('iso_date')) {
    const days = { min: new Date('1900-01-01T00:00:00Z'), max: new Date('2999-12-31T00:00:00Z') }
    return fc.date({ ...days, noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10))
  }
  if (actions.includes('iso_timestamp')) {
    const times = { min: new Date('1970-01-01T00:00:00Z'), max: new Date('2999-12-31T00:00:00Z') }
    return fc.date({ ...times, noInvalidDate: true }).map((date) => date.toISOString())
  }
  if (actions.includes('url')) return fc.webUrl()
  const most = Math.min(limit(shape, 'max_length', 60), 60)
  return fc
    .oneof(fc.string({ maxLength: most }), fc.string({ unit: 'grapheme', maxLength: Math.floor(most / 4) }))
    .filter((text) => text.trim().length >= limit(shape, 'min_length', 0))
}

/**
 * Hostile values: characters that no database stores, prototype names, deep nesting, long texts, wrong types.
 */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    '\0',
    'a\0b',
    '\ud800',
    'x\udfff',
    null,
    -1,
    1e308,
    2 ** 53,
    2147483648,
    -0.5,
    '',
    ' ',
    '../..',
    '%00',
    [],
    {},
    true,
    '9999-12-31',
    '2024-02-31',
    '+05:00',
  ),
  fc.constant(JSON.parse('{"__proto__": {"admin": true}, "constructor": 1, "a\\u0000": 1}')),
  fc.integer({ min: 1, max: 500 }).map((depth) => {
    let nested: unknown = 'deep'
    for (let level = 0; level < depth; level += 1) nested = [nested]
    return nested
  }),
  fc.integer({ min: 250, max: 30_000 }).map((length) => 'x'.repeat(length)),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
)

/** Accepted data of an object schema with some fields replaced by hostile values. */
export function damaged(schema: GenericSchema): fc.Arbitrary<unknown> {
  return fc
    .tuple(accepted(schema), fc.array(hostile, { minLength: 1, maxLength: 3 }), fc.nat())
    .map(([data, junk, where]) => {
      if (Array.isArray(data)) return [...data, ...junk]
      if (typeof data !== 'object' || data === null) return junk[0]
      const fields = (schema as unknown as Shape).entries ?? {}
      const names = Object.keys(fields)
      const entries = junk.map((value, index) => [names[(where + index) % names.length] ?? 'unlisted', value])
      return { ...data, ...Object.fromEntries(entries) }
    })
}
