import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../scripts/lib/files.ts'

const DOCS = ['README.md', 'CONTRIBUTING.md', ...globSync(['docs/**/*.md', 'dev/*.md'], { cwd: ROOT })]
const PATH_IN_CODE = /`((?:src|server|widget|dev|bench|scripts|tests|docs|public)\/[\w./-]+)`/g
const LINK = /\]\((?!https?:|#|mailto:)([^)#]+)(?:#[^)]*)?\)/g

/** The recipe adds a screen for visits, which does not exist. */
const EXAMPLE = /\/visits(\.|\/|$)/

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, path = '']) => path)

test.each(DOCS)('%s names only existing files', (doc) => {
  const text = readFileSync(join(ROOT, doc), 'utf8')
  const named = [
    ...found(text, PATH_IN_CODE).map((path) => join(ROOT, path)),
    ...found(text, LINK).map((path) => join(ROOT, dirname(doc), path)),
  ]
  expect(named.filter((path) => !existsSync(path) && !EXAMPLE.test(path))).toEqual([])
})

test('the words that the guide for owners quotes are on screens', () => {
  const screens = globSync('{src,dev}/**/*.{ts,tsx,astro}', { cwd: ROOT })
    .map((file) => readFileSync(join(ROOT, file), 'utf8').replace(/\s+/g, ' '))
    .join('\n')
  const quoted = found(readFileSync(join(ROOT, 'docs/owners.md'), 'utf8'), /\*\*([^*]+)\*\*/g)
  expect(quoted.length).toBeGreaterThan(20)
  expect(quoted.filter((words) => !screens.includes(words))).toEqual([])
})

test.each(DOCS)('%s leads to headings that exist', (doc) => {
  const anchorsOf = (path: string) =>
    found(readFileSync(path, 'utf8'), /^#+ (.+)$/gm).map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    )
  const links = [...readFileSync(join(ROOT, doc), 'utf8').matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)]
  const lost = links.filter(([, path = '', anchor = '']) => {
    const file = join(ROOT, path ? join(dirname(doc), path) : doc)
    return file.endsWith('.md') && !anchorsOf(file).includes(anchor)
  })
  expect(lost.map(([link]) => link)).toEqual([])
})
