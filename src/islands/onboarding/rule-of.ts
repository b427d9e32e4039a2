import { type GenericSchema, safeParse } from 'valibot'

/** Returns a form field's rule from the schema that the server also uses. */
export function ruleOf(schema: GenericSchema) {
  return {
    validator: async (_: unknown, value: unknown) => {
      const result = safeParse(schema, value)
      if (!result.success) throw new Error(result.issues[0].message)
    },
  }
}

/** The rule of a field to type in: checked when the typing pauses, and at once when the form is sent. */
export const typedRuleOf = (schema: GenericSchema) => ({ rules: [ruleOf(schema)], validateDebounce: 300 })
