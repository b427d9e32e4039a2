import { type GenericSchema, safeParse } from 'valibot'

/** A form field's rule: what the schema that the server checks with says of its value. */
export function ruleOf(schema: GenericSchema) {
  return {
    validator: async (_: unknown, value: unknown) => {
      const result = safeParse(schema, value)
      if (!result.success) throw new Error(result.issues[0].message)
    },
  }
}
