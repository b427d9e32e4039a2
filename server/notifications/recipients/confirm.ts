import type { Kysely } from 'kysely'
import { counted } from '../../../src/domain/common/counted.ts'
import type { Database } from '../../db/schema.ts'
import { HttpError } from '../../http/http-error.ts'
import { isCode, MOST_ATTEMPTS } from './code.ts'

const NO_CODE = 'There is no code that still works. Send another one'

/**
 * Confirms a recipient with the code that was sent there. Each attempt counts before the code is compared, so that
 * simultaneous attempts don't add any. Does nothing if the recipient is confirmed already.
 *
 * @throws {HttpError} if there is no such recipient, or the code is wrong or no longer works.
 */
export async function confirmRecipient(
  db: Kysely<Database>,
  { organizationId, address, code }: { organizationId: string; address: string; code: string },
  now: Date,
): Promise<void> {
  const ofRecipient = db
    .selectFrom('alert_recipients')
    .where('organization_id', '=', organizationId)
    .where('address', '=', address)
  const known = await ofRecipient.select('confirmed_at').executeTakeFirst()
  if (!known) throw unknownRecipient()
  if (known.confirmed_at !== null) return
  const attempt = await db
    .updateTable('alert_recipients')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('organization_id', '=', organizationId)
    .where('address', '=', address)
    .where('confirmed_at', 'is', null)
    .where('hash', 'is not', null)
    .where('code_expires_at', '>', now)
    .where('attempts', '<', MOST_ATTEMPTS)
    .returning(['hash', 'attempts'])
    .executeTakeFirst()
  if (!attempt?.hash) throw new HttpError(409, NO_CODE)
  if (!(await isCode(code, attempt.hash))) {
    const left = MOST_ATTEMPTS - attempt.attempts
    const next = left > 0 ? `${counted(left, 'attempt')} left` : 'Send another one'
    throw new HttpError(409, `This is not the code that was sent last. ${next}`)
  }
  const { numUpdatedRows } = await db
    .updateTable('alert_recipients')
    .set({ confirmed_at: now, alerts_until: null, code_due_at: null, hash: null, code_expires_at: null })
    .where('organization_id', '=', organizationId)
    .where('address', '=', address)
    .where('hash', '=', attempt.hash)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new HttpError(409, NO_CODE)
}

export const unknownRecipient = () =>
  new HttpError(404, 'Nobody in the notification settings has this address or number')
