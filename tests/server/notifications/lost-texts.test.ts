import { beforeEach, expect, it } from 'vitest'
import { deliver } from '../../../server/notifications/deliver.ts'
import { GREEN } from '../../support/api.ts'
import { confirm } from '../../support/confirmed.ts'
import { addNotification } from '../../support/notification-row.ts'
import { postedServer } from '../../support/post.ts'

const PHONE = '+16145550134'
const { deps, post, clock } = await postedServer()

beforeEach(async () => {
  await post.clear()
  await confirm(deps.db, GREEN, [PHONE], clock.now())
})

/** Queues a test text, and returns its id. */
async function queued(): Promise<string> {
  const text = { kind: 'test', channel: 'sms', recipient: PHONE, created_at: clock.now() } as const
  return (await addNotification(deps.db, { organization_id: GREEN, ...text })).id
}

const outcome = (id: string) =>
  deps.db
    .selectFrom('notifications')
    .select(['status', 'attempts', 'provider_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const sent = () => post.texts.texts.list()
/** A report of the delivery can already have arrived. */
const SUCCEEDED = expect.stringMatching(/^(?:sent|delivered)$/)

it('a text whose response got lost is found, and not sent again', async () => {
  const first = await queued()
  await deliver(deps, first)
  const second = await queued()
  await post.texts.faults.tell({ fault: 'lost', times: 1 })
  await expect(deliver(deps, second)).rejects.toThrow('Twilio returned HTTP 502.')
  await deliver(deps, second)
  expect(sent()).toHaveLength(2)
  expect(await outcome(second)).toMatchObject({ status: SUCCEEDED, attempts: 2, provider_id: sent()[0]?.sid })
})

it('a text that was not sent is sent, whatever the number has received before', async () => {
  await deliver(deps, await queued())
  const second = await queued()
  await post.texts.faults.tell({ fault: '500', times: 1 })
  await expect(deliver(deps, second)).rejects.toThrow('Twilio returned HTTP 500.')
  await deliver(deps, second)
  expect(sent()).toHaveLength(2)
  expect(await outcome(second)).toMatchObject({ status: SUCCEEDED })
})
