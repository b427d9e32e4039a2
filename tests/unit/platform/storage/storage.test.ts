import { afterEach, expect, test, vi } from 'vitest'
import { readItem, removeItem, writeItem } from '../../../../src/platform/storage/storage.ts'

afterEach(() => vi.unstubAllGlobals())

const stub = (storage: Partial<Storage>) => vi.stubGlobal('localStorage', storage)

test('without storage, reads return null and nothing throws', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(readItem('key')).toBeNull()
  expect(writeItem('key', 'value')).toBe(false)
  expect(() => removeItem('key')).not.toThrow()
})

test('denied storage is treated as empty', () => {
  const denied = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  stub({ getItem: denied, setItem: denied, removeItem: denied })
  expect(readItem('key')).toBeNull()
  expect(writeItem('key', 'value')).toBe(false)
  expect(() => removeItem('key')).not.toThrow()
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
