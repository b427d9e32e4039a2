import { startTestCall } from '../../src/contract/calls.ts'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'
import { newId } from '../base/ids.ts'
import { onBehalfOf } from '../base/on-behalf.ts'
import { notSetUp } from '../http/http-error.ts'
import { type Api, mount } from '../http/mount.ts'
import { createLimiter, spend } from '../http/rate-limit.ts'
import type { Deps } from '../kernel/deps.ts'
import { TEST_PHONE } from '../widget/played-texts.ts'
import { readCallState } from './call-state.ts'
import { type Call, startCall } from './calls.ts'
import { endCall } from './end-call.ts'
import { relayAddress } from './relay-twiml.ts'
import { SPOKEN } from './texts.ts'

/** How many calls a member tries in a day. */
const CALLS_PER_MEMBER = { points: 60, duration: 86_400 }
/** How long a page may take to connect. */
const CONNECT_MS = MINUTE_MS

/** Mounts the endpoint that starts the calls in which members try the agent, even if it answers no others. */
export function mountTestCalls(api: Api): void {
  const { deps } = api
  const perMember = createLimiter(deps, 'test_calls_per_member', CALLS_PER_MEMBER)
  mount(api, startTestCall, async ({ userId, organizationId }) => {
    if (!(await isSetUp(deps, organizationId))) throw notSetUp()
    await spend(perMember, userId, 'Too many test calls in a day. Please try again tomorrow')
    const { call, ticket } = await startCall(deps, {
      id: newId('testcall'),
      organizationId,
      phone: TEST_PHONE,
      number: '',
      isOwn: false,
      isTest: true,
    })
    return {
      id: call.id,
      conversation_id: call.conversation_id,
      url: `${relayAddress(deps.config.origins.api)}/${ticket}`,
      greeting: readCallState(call.state).last?.text ?? '',
      language: SPOKEN.en,
    }
  })
}

const isSetUp = async ({ db }: Pick<Deps, 'db'>, organizationId: string): Promise<boolean> =>
  (await db.selectFrom('organizations').select('id').where('id', '=', organizationId).executeTakeFirst()) !==
  undefined

/** Returns whether a page may connect a test call: one of the console, right after the call has started. */
export const mayConnect = (
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  { started_at: startedAt }: Call,
  origin: string | undefined,
): boolean => origin === config.origins.console && clock().getTime() - startedAt.getTime() <= CONNECT_MS

/** Ends a test call whose page has hung up, or is gone. */
export async function endTestCall(deps: Deps, call: Call): Promise<void> {
  const seconds = Math.round((deps.clock().getTime() - call.started_at.getTime()) / 1_000)
  await onBehalfOf(call.organization_id, () => endCall(deps, call, seconds))
}
