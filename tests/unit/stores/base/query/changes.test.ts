import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  changeCached,
  markStale,
  organizationQuery,
  RETENTION,
} from '../../../../../src/stores/base/query/query.ts'
import { signInTo, signOutNow } from '../../../../support/session.ts'

beforeEach(() => {
  vi.useFakeTimers()
  signInTo('org_a')
})
afterEach(async () => {
  signOutNow()
  await vi.advanceTimersByTimeAsync(RETENTION)
  vi.useRealTimers()
})

const settle = () => vi.advanceTimersByTimeAsync(0)

/** A query of the profile with controlled answers. */
function ask(read: () => Promise<string>) {
  const $state = organizationQuery<string>({ kind: 'profile', read })
  return { $state, open: () => $state.subscribe(() => undefined) }
}

it('a change updates the cache and discards answers that may be older', async () => {
  const pending: ((value: string) => void)[] = []
  const { $state, open } = ask(() => new Promise((resolve) => pending.push(resolve)))
  const close = open()
  await settle()
  pending[0]?.('before')
  await settle()
  void $state.get().refetch()
  await settle()
  const changed = changeCached<string>('org_a', 'profile', (data) => `${data}, changed`)
  pending[1]?.('before')
  await settle()
  await changed
  expect($state.get().data).toBe('before, changed')
  markStale('org_a', 'profile')
  await settle()
  expect(pending).toHaveLength(3)
  close()
})

it('a change repeats a first request that it cancels', async () => {
  const pending: ((value: string) => void)[] = []
  const { $state, open } = ask(() => new Promise((resolve) => pending.push(resolve)))
  const close = open()
  await settle()
  await changeCached<string>('org_a', 'profile', (data) => `${data}, changed`)
  await settle()
  expect(pending).toHaveLength(2)
  pending[1]?.('after')
  await settle()
  expect($state.get().data).toBe('after')
  close()
})

it('a change affects no other kind and no other organization', async () => {
  const { $state, open } = ask(async () => 'x')
  const close = open()
  await settle()
  await changeCached<string>('org_a', 'faqs', () => 'wrong')
  await changeCached<string>('org_b', 'profile', () => 'wrong')
  expect($state.get().data).toBe('x')
  close()
})
