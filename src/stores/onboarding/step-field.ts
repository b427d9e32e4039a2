import { atom, type ReadableAtom } from 'nanostores'
import { type GenericSchema, safeParse } from 'valibot'

/** Milliseconds after the last change until a field is checked. */
const CHECK_DELAY_MS = 300

/** One field of a step. A change notifies only this field's listeners. */
export interface StepField<Value> {
  $value: ReadableAtom<Value>
  /** The message of the schema that the server also uses, or null. */
  $problem: ReadableAtom<string | null>
  /** Changes the value at once, and checks it when no change has followed for 300 ms. */
  set: (value: Value) => void
  /** Checks the value now. Returns whether it is right. */
  check: () => boolean
}

/** Returns a field with its initial value, whose changes are also passed to `onChange`. */
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
  return { $value, $problem, set, check }
}

/** Checks all fields. Returns the name of the first wrong one, or undefined. */
export function firstProblem(fields: Record<string, Pick<StepField<unknown>, 'check'>>): string | undefined {
  const wrong = Object.entries(fields).filter(([, field]) => !field.check())
  return wrong[0]?.[0]
}
