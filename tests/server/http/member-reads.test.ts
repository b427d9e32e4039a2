import { expect, it } from 'vitest'
import { createMemberReads } from '../../../server/http/member-reads.ts'
import { sharedServer } from '../../support/server.ts'

const { deps } = await sharedServer({ seed: 'none' })

it('reads that take ten seconds count as ten', async () => {
  let now = 0
  const read = createMemberReads(deps, 'reads', 'busy', () => now)
  const slow = () =>
    read('hostile', async () => {
      now += 10_000
    })
  for (let count = 0; count < 6; count += 1) await slow()
  await expect(slow()).rejects.toMatchObject({ status: 429 })
  await expect(read('another', async () => 'read')).resolves.toBe('read')
})
