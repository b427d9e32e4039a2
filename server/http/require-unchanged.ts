import type { ReadValues } from '../../src/contract/fields.ts'
import { isSame } from '../../src/domain/common/same-value.ts'
import { HttpError } from './http-error.ts'

/** Rejects a change of a resource whose values someone else has changed since the client read them. */
export function requireUnchanged(current: object, read: ReadValues): void {
  const values: Record<string, unknown> = { ...current }
  if (Object.entries(read ?? {}).every(([name, value]) => isSame(values[name], value))) return
  throw new HttpError(409, 'Someone else has changed this in the meantime', {
    code: 'changed_since_read',
    details: { current },
  })
}
