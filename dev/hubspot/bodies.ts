import * as v from 'valibot'

const Id = v.pipe(v.union([v.string(), v.number()]), v.transform(String))
const Spec = v.looseObject({ associationCategory: v.string(), associationTypeId: v.number() })
const Values = v.record(v.string(), v.unknown())
const Links = v.optional(v.array(v.looseObject({ to: v.looseObject({ id: Id }), types: v.array(Spec) })))
const Text = v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String))

const Filter = v.looseObject({
  propertyName: v.string(),
  operator: v.string(),
  values: v.optional(v.array(Text)),
})

const Input = v.looseObject({
  id: v.optional(Id),
  properties: v.optional(Values),
  associations: Links,
})

/** The fields that HubSpot accepts in bodies. Each request checks which ones are required. */
const Body = v.looseObject({
  properties: v.optional(v.union([v.array(v.string()), Values])),
  propertiesWithHistory: v.optional(v.array(v.string())),
  associations: Links,
  inputs: v.optional(v.array(Input)),
  filterGroups: v.optional(v.array(v.looseObject({ filters: v.array(Filter) }))),
})

/** Parses a body, or returns what is wrong with it. */
export function readBody(body: unknown): { output: unknown } | { problem: string } {
  const read = v.safeParse(Body, body)
  if (read.success) return { output: read.output }
  const [issue] = read.issues
  return { problem: `${v.getDotPath(issue) ?? 'body'}: ${issue.message}` }
}
