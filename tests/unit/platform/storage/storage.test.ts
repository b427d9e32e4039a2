import { afterEach, expect, test, vi } from 'vitest'
import { itemKeys, readItem, removeItem, writeItem } from '../../../../src/platform/storage/storage.ts'

afterEach(() => vi.unstubAllGlobals())

const stub = (storage: Partial<Storage>) => vi.stubGlobal('localStorage', storage)

const denied = () => {
  throw new DOMException('denied', 'SecurityError')
}

test.each([
  ['without storage', undefined],
  ['with denied storage', { getItem: denied, setItem: denied, removeItem: denied }],
  ['with full storage', { getItem: () => 'older', setItem: denied, removeItem: () => undefined }],
])('%s, a value exists as long as the page', (_, storage) => {
  vi.stubGlobal('localStorage', storage)
  const before = readItem('key')
  expect(writeItem('key', 'value')).toBe(false)
  expect(readItem('key')).toBe('value')
  expect(itemKeys('k')).toEqual(['key'])
  removeItem('key')
  expect(readItem('key')).toBe(before)
  expect(itemKeys('k')).toEqual([])
})

test('a value that the device stores later is its own again', () => {
  stub({ setItem: denied })
  writeItem('key', 'first')
  stub({ setItem: () => undefined, getItem: () => 'second' })
  expect(writeItem('key', 'second')).toBe(true)
  expect(readItem('key')).toBe('second')
})

test('a written value can be read and removed', () => {
  const items = new Map<string, string>()
  stub({
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  })
  expect(writeItem('key', 'value')).toBe(true)
  expect(readItem('key')).toBe('value')
  removeItem('key')
  expect(readItem('key')).toBeNull()
})
