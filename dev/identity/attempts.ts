import type { Kysely } from 'kysely'
import * as v from 'valibot'
import { newId } from '../../server/base/ids.ts'
import type { Database } from '../../server/db/schema.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'

type Db = Kysely<Database>

const SignInState = v.object({
  status: v.picklist(['needs_identifier', 'needs_first_factor', 'complete']),
  identifier: v.nullable(v.string()),
  userId: v.nullable(v.string()),
  sessionId: v.nullable(v.string()),
})

const SignUpState = v.object({
  status: v.picklist(['missing_requirements', 'complete']),
  email: v.nullable(v.string()),
  passwordHash: v.nullable(v.string()),
  firstName: v.nullable(v.string()),
  lastName: v.nullable(v.string()),
  userId: v.nullable(v.string()),
  sessionId: v.nullable(v.string()),
})

export type SignInState = v.InferOutput<typeof SignInState>
export type SignUpState = v.InferOutput<typeof SignUpState>
export type SignIn = SignInState & { id: string }
export type SignUp = SignUpState & { id: string }

interface AttemptKind<State> {
  kind: 'sign_in' | 'sign_up'
  column: 'sign_in_id' | 'sign_up_id'
  prefix: string
  parse(state: unknown): State
}

export const SIGN_IN: AttemptKind<SignInState> = {
  kind: 'sign_in',
  column: 'sign_in_id',
  prefix: 'sia',
  parse: (state) => v.parse(SignInState, state),
}

export const SIGN_UP: AttemptKind<SignUpState> = {
  kind: 'sign_up',
  column: 'sign_up_id',
  prefix: 'sua',
  parse: (state) => v.parse(SignUpState, state),
}

/** Starts an attempt that replaces the browser's previous one. Deletes attempts older than a day. */
export function beginAttempt<State extends object>(
  db: Db,
  { kind, column, prefix }: AttemptKind<State>,
  clientId: string,
  state: State,
  now: Date,
): Promise<State & { id: string }> {
  const id = newId(prefix)
  return db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('identity_attempts')
      .where(({ eb, and, or }) =>
        or([
          and([eb('client_id', '=', clientId), eb('kind', '=', kind)]),
          eb('created_at', '<=', new Date(now.getTime() - DAY_MS)),
        ]),
      )
      .execute()
    await trx
      .insertInto('identity_attempts')
      .values({ id, client_id: clientId, kind, state: JSON.stringify(state), created_at: now })
      .execute()
    await trx
      .updateTable('identity_clients')
      .set({ [column]: id })
      .where('id', '=', clientId)
      .execute()
    return { ...state, id }
  })
}

/** Returns an attempt of this browser by ID. */
export async function findAttempt<State extends object>(
  db: Db,
  { kind, parse }: AttemptKind<State>,
  clientId: string,
  id: string | null,
): Promise<(State & { id: string }) | undefined> {
  if (id === null) return undefined
  const row = await db
    .selectFrom('identity_attempts')
    .where('id', '=', id)
    .where('client_id', '=', clientId)
    .where('kind', '=', kind)
    .select('state')
    .executeTakeFirst()
  return row && { ...parse(row.state), id }
}

export async function saveAttempt<State extends { id: string }>(db: Db, attempt: State): Promise<void> {
  const { id, ...state } = attempt
  await db
    .updateTable('identity_attempts')
    .set({ state: JSON.stringify(state) })
    .where('id', '=', id)
    .execute()
}
