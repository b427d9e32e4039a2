import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { answerStore, type KeptOwner } from '../../../../src/platform/storage/response-cache.ts'

const ownerOf = (organizationId: string, stamp = 'stamp'): KeptOwner => ({
  stamp,
  session: {
    status: 'signed-in',
    user: { id: 'user_1', email: 'ada@example.com', name: 'Ada' },
    organization: { id: organizationId, name: 'Green Acres' },
    organizationsEnabled: true,
  },
})
const answerOf = (organizationId: string, data: unknown) => ({
  question: JSON.stringify([organizationId, 'leads', {}]),
  updatedAt: 1,
  data,
})

beforeEach(() => answerStore.clear())

test('the newest answer to each question is returned with its owner', async () => {
  expect(await answerStore.read('stamp')).toBeNull()
  await answerStore.write(ownerOf('org_a'), answerOf('org_a', 1))
  await answerStore.write(ownerOf('org_a'), answerOf('org_a', 2))
  expect(await answerStore.read('stamp')).toEqual({
    owner: ownerOf('org_a'),
    answers: [answerOf('org_a', 2)],
  })
})

test('another organization replaces all answers', async () => {
  await answerStore.write(ownerOf('org_a'), answerOf('org_a', 1))
  await answerStore.write(ownerOf('org_b'), answerOf('org_b', 2))
  expect((await answerStore.read('stamp'))?.answers).toEqual([answerOf('org_b', 2)])
})

test('another sign-in finds nothing and removes everything', async () => {
  await answerStore.write(ownerOf('org_a'), answerOf('org_a', 1))
  expect(await answerStore.read('other')).toBeNull()
  expect(await answerStore.read('stamp')).toBeNull()
})
