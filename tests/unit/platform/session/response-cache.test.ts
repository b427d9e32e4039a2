import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type CacheOwner, responseCache } from '../../../../src/platform/session/response-cache.ts'
import { readResponseTable } from '../../../../src/platform/storage/response-table.ts'

const ownerOf = (organizationId: string, stamp = 'stamp'): CacheOwner => ({
  stamp,
  session: {
    status: 'signed-in',
    user: { id: 'user_1', email: 'ada@example.com', name: 'Ada' },
    organization: { id: organizationId, name: 'Green Acres' },
    organizationsEnabled: true,
  },
})
const responseOf = (organizationId: string, data: unknown) => ({
  question: JSON.stringify([organizationId, 'leads', {}]),
  updatedAt: 1,
  data,
})

beforeEach(() => responseCache.clear())
afterEach(() => vi.unstubAllGlobals())

test('the newest response to each query is returned with its owner', async () => {
  expect(await responseCache.read('stamp')).toBeNull()
  await responseCache.write(ownerOf('org_a'), responseOf('org_a', 1))
  await responseCache.write(ownerOf('org_a'), responseOf('org_a', 2))
  expect(await responseCache.read('stamp')).toEqual({
    owner: ownerOf('org_a'),
    responses: [responseOf('org_a', 2)],
  })
})

test('another organization replaces all responses', async () => {
  await responseCache.write(ownerOf('org_a'), responseOf('org_a', 1))
  await responseCache.write(ownerOf('org_b'), responseOf('org_b', 2))
  expect((await responseCache.read('stamp'))?.responses).toEqual([responseOf('org_b', 2)])
})

test('another sign-in finds nothing and removes everything', async () => {
  await responseCache.write(ownerOf('org_a'), responseOf('org_a', 1))
  expect(await responseCache.read('other')).toBeNull()
  expect(await responseCache.read('stamp')).toBeNull()
})

test('what the script in the page’s head has read is used once, for the same sign-in only', async () => {
  await responseCache.write(ownerOf('org_a'), responseOf('org_a', 1))
  const read = readResponseTable(indexedDB)
  await read
  await responseCache.write(ownerOf('org_a'), responseOf('org_a', 2))
  vi.stubGlobal('window', { fieldhandResponses: read })
  expect((await responseCache.read('stamp'))?.responses).toEqual([responseOf('org_a', 1)])
  expect((await responseCache.read('stamp'))?.responses).toEqual([responseOf('org_a', 2)])
  vi.stubGlobal('window', { fieldhandResponses: read })
  expect(await responseCache.read('other')).toBeNull()
})

test('reading early finds nothing on a new device, and leaves it usable', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  expect(await readResponseTable(indexedDB)).toEqual([])
  await responseCache.write(ownerOf('org_a'), responseOf('org_a', 1))
  expect(await readResponseTable(indexedDB)).toEqual([ownerOf('org_a'), responseOf('org_a', 1)])
})
