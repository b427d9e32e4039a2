import { atom, type ReadableAtom } from 'nanostores'
import { type GenericSchema, safeParse } from 'valibot'

/** Milliseconds between the last change of a field and its check. */
const CHECK_DELAY_MS = 300

/** One field of a step. A change notifies only this field's listeners. */
export interface StepField<Value> {
  $value: ReadableAtom<Value>
  /** The error message, from the schema that the server also uses; null if the value is valid. */
  $problem: ReadableAtom<string | null>
  /** Changes the value immediately, and checks it after 300 ms without another change. */
  set: (value: Value) => void
  /** Checks the value now, and shows what is wrong. Returns whether it is valid. */
  check: () => boolean
  /** Returns whether the value is valid, without showing what is wrong. */
  isValid: () => boolean
}

/** Creates a field with an initial value. Its changes are also passed to `onChange`. */
export function stepField<Value>(
  schema: GenericSchema,
  start: Value,
  onChange: (value: Value) => void,
): StepField<Value> {
  const $value = atom(start)
  const $problem = atom<string | null>(null)
  let timer: ReturnType<typeof setTimeout> | undefined
  const check = () => {
    clearTimeout(timer)
    const result = safeParse(schema, $value.get())
    $problem.set(result.success ? null : result.issues[0].message)
    return result.success
  }
  const set = (value: Value) => {
    $value.set(value)
    onChange(value)
    clearTimeout(timer)
    timer = setTimeout(check, CHECK_DELAY_MS)
  }
  const isValid = () => safeParse(schema, $value.get()).success
  return { $value, $problem, set, check, isValid }
}

/** Checks all fields. Returns the name of the first invalid one; undefined if all are valid. */
export function firstProblem(fields: Record<string, Pick<StepField<unknown>, 'check'>>): string | undefined {
  const wrong = Object.entries(fields).filter(([, field]) => !field.check())
  return wrong[0]?.[0]
}
