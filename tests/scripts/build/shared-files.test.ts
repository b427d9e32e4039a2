import { expect, test } from 'vitest'
import { type ModuleGraph, sharedFiles } from '../../../scripts/build/shared-files.ts'

interface Options {
  loads?: string[]
  pages?: string[]
  isUnasked?: boolean
}

const module = (imports: string[], { loads = [], pages, isUnasked = false }: Options = {}) => ({
  imports,
  loads,
  pages: pages ? new Set(pages) : null,
  isUnasked,
  size: 10_000,
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

const sized = (sizes: Record<string, number>): ModuleGraph =>
  new Map([...graph].map(([id, one]) => [id, { ...one, size: sizes[id] ?? one.size }]))

test('modules of a lazy part that its page has not loaded stay separate if the rest is large', () => {
  const files = sharedFiles(sized({ rows: 100_000, store: 100_000 }))
  expect(files.get('store')).not.toBe(files.get('rows'))
  expect(files.has('form')).toBe(true)
  expect(files.get('form')).not.toBe(files.get('store'))
})

test('a page loads small modules that it does not need, to save a request, and no large ones', () => {
  const filesWith = (size: number) =>
    sharedFiles(
      new Map([
        ['list', module(['both', 'one'], { pages: ['/leads'] })],
        ['head', module(['both', 'one'], { pages: ['/leads'] })],
        ['home', module(['both'], { pages: ['/'] })],
        ['both', module([])],
        ['one', { ...module([]), size }],
      ]),
    )
  expect(filesWith(1_000).get('one')).toBe(filesWith(1_000).get('both'))
  expect(filesWith(100_000).get('one')).not.toBe(filesWith(100_000).get('both'))
})

test('a page does not load a small module that it does not need if that imports large ones', () => {
  const filesWith = (more: string[]) =>
    sharedFiles(
      new Map([
        ['list', module(['both', 'one'], { pages: ['/leads'] })],
        ['head', module(['both', 'one'], { pages: ['/leads'] })],
        ['home', module(['both'], { pages: ['/'] })],
        ['bill', module(['large'], { pages: ['/billing', '/agent'] })],
        ['both', module([])],
        ['one', { ...module(more), size: 1_000 }],
        ['large', { ...module([]), size: 100_000 }],
      ]),
    )
  expect(filesWith([]).get('one')).toBe(filesWith([]).get('both'))
  expect(filesWith(['large']).get('one')).not.toBe(filesWith(['large']).get('both'))
})

const PAGES = ['/1', '/2', '/3', '/4', '/5', '/6']

/** Each page has a module of its own and one that all have. */
const crowded: ModuleGraph = new Map([
  ...PAGES.flatMap((page) => [
    [`${page} first`, module(['both', `of ${page}`], { pages: [page] })] as const,
    [`${page} second`, module(['both', `of ${page}`], { pages: [page] })] as const,
    [`of ${page}`, { ...module([]), size: 700 }] as const,
  ]),
  ['both', { ...module([]), size: 600 }],
])

const together = (files: Map<string, number>) =>
  PAGES.filter((page) => files.get(`of ${page}`) === files.get('both'))

test('a page loads few bytes that it does not need, even if each of many modules is small', () => {
  expect(together(sharedFiles(crowded))).toHaveLength(4)
})

test('the order of the modules does not matter', () => {
  const reversed = new Map([...crowded].reverse())
  expect(together(sharedFiles(reversed))).toEqual(together(sharedFiles(crowded)))
})

test('a page loads little that it needs only after rendering with what it needs first', () => {
  const filesWith = (size: number, isUnasked: boolean) =>
    sharedFiles(
      new Map([
        ['home', module(['first'], { loads: ['later', 'other'], pages: ['/'] })],
        ['head', module(['first'], { pages: ['/'] })],
        ['later', { ...module(['after'], { isUnasked }), size: 0 }],
        ['other', { ...module(['after'], { isUnasked }), size: 0 }],
        ['first', module([])],
        ['after', { ...module([]), size }],
      ]),
    )
  const areTogether = (files: Map<string, number>) => files.get('first') === files.get('after')
  expect(areTogether(filesWith(2_000, true))).toBe(true)
  expect(areTogether(filesWith(2_000, false))).toBe(false)
  expect(areTogether(filesWith(100_000, true))).toBe(false)
})

test('large packages have files of their own', () => {
  const filesWith = (size: number) => {
    const large = [...sized({ card: 100_000 })]
    const renamed = new Map(large.map(([id, one]) => [id, { ...one, imports: one.imports.map(packaged) }]))
    renamed.set(packaged('react'), { ...module([]), size })
    return sharedFiles(renamed)
  }
  expect(filesWith(100_000).get(packaged('react'))).not.toBe(filesWith(100_000).get('card'))
  expect(filesWith(2_000).get(packaged('react'))).toBe(filesWith(2_000).get('card'))
})

const packaged = (id: string) => (id === 'react' ? '/node_modules/react/index.js' : id)

test('a module that a page loads after rendering shares a file with what loads with it', () => {
  const filesWith = (isUnasked: boolean) =>
    sharedFiles(
      new Map([
        ['home', module([], { loads: ['later', 'dialog'], pages: ['/'] })],
        ['later', module(['both'], { isUnasked })],
        ['dialog', module(['both'])],
        ['both', module([])],
      ]),
    )
  expect(filesWith(true).get('later')).toBe(filesWith(true).get('both'))
  expect(filesWith(false).has('later')).toBe(false)
})

test('entries and modules of a single entry are left to the bundler', () => {
  const files = sharedFiles(graph)
  expect(['list', 'home', 'shell', 'dialog', 'toast', 'base'].filter((id) => files.has(id))).toEqual([])
})
