import * as v from 'valibot'

const Id = v.pipe(v.union([v.string(), v.number()]), v.transform(String))
const Ref = v.looseObject({ id: Id })
const Spec = v.looseObject({ associationCategory: v.string(), associationTypeId: v.number() })
const Values = v.record(v.string(), v.unknown())
const Links = v.optional(v.array(v.looseObject({ to: Ref, types: v.array(Spec) })))
const Text = v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String))

const Filter = v.looseObject({
  propertyName: v.string(),
  operator: v.string(),
  value: v.optional(Text),
  highValue: v.optional(Text),
  values: v.optional(v.array(Text)),
})

const Input = v.looseObject({
  id: v.optional(Id),
  properties: v.optional(Values),
  associations: Links,
  from: v.optional(Ref),
  to: v.optional(v.union([v.array(Ref), Ref])),
  types: v.optional(v.array(Spec)),
})

/** The fields that HubSpot accepts in bodies. Each request checks which ones are required. */
const Body = v.looseObject({
  properties: v.optional(v.union([v.array(v.string()), Values])),
  propertiesWithHistory: v.optional(v.array(v.string())),
  associations: Links,
  inputs: v.optional(v.array(Input)),
  filterGroups: v.optional(v.array(v.looseObject({ filters: v.array(Filter) }))),
  sorts: v.optional(v.array(v.union([v.string(), v.looseObject({ propertyName: v.string() })]))),
  query: v.optional(v.string()),
})

/** Parses a body, or returns what is wrong with it. */
export function readBody(body: unknown): { output: unknown } | { problem: string } {
  const read = v.safeParse(Array.isArray(body) ? v.array(Spec) : Body, body)
  if (read.success) return { output: read.output }
  const [issue] = read.issues
  return { problem: `${v.getDotPath(issue) ?? 'body'}: ${issue.message}` }
}
