import { expect, test } from 'vitest'
import { type ModuleGraph, sharedFiles } from '../../../scripts/build/shared-files.ts'

const module = (imports: string[], { loads = [], pages }: { loads?: string[]; pages?: string[] } = {}) => ({
  imports,
  loads,
  pages: pages ? new Set(pages) : null,
  size: 50_000,
})

const graph: ModuleGraph = new Map([
  ['list', module(['react', 'rows', 'store'], { loads: ['dialog'], pages: ['/leads'] })],
  ['home', module(['react', 'card'], { loads: ['toast'], pages: ['/'] })],
  ['shell', module(['card', 'base'], { pages: ['/', '/leads'] })],
  ['dialog', module(['react', 'rows', 'store', 'form'])],
  ['toast', module(['store', 'form'])],
  ['react', module([])],
  ['rows', module([])],
  ['store', module([])],
  ['card', module([])],
  ['form', module([])],
  ['base', module([])],
])

test('modules of the same pages share a file, whatever lazy parts use them too', () => {
  const files = sharedFiles(graph)
  expect(files.get('react')).toBe(files.get('card'))
  expect(files.get('rows')).not.toBe(files.get('react'))
})

test('modules of a lazy part that its page has not loaded stay separate', () => {
  const files = sharedFiles(graph)
  expect(files.get('store')).not.toBe(files.get('rows'))
  expect(files.has('form')).toBe(true)
  expect(files.get('form')).not.toBe(files.get('store'))
})

test('entries and modules of a single entry are left to the bundler', () => {
  const files = sharedFiles(graph)
  expect(['list', 'home', 'shell', 'dialog', 'toast', 'base'].filter((id) => files.has(id))).toEqual([])
})

test('modules too small for a request join the largest file of the same pages', () => {
  const small = new Map([...graph].map(([id, one]) => [id, { ...one, size: 100 }]))
  const files = sharedFiles(small)
  expect(files.get('store')).toBe(files.get('rows'))
})
