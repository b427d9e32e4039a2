import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../scripts/lib/files.ts'

const DOCS = ['README.md', 'CONTRIBUTING.md', ...globSync(['docs/**/*.md', 'local/*.md'], { cwd: ROOT })]
const PATH_IN_CODE = /`((?:src|server|local|scripts|tests|docs|public)\/[\w./-]+)`/g
const LINK = /\]\((?!https?:|#|mailto:)([^)#]+)(?:#[^)]*)?\)/g

/** The recipe adds a screen for jobs, which does not exist. */
const EXAMPLE = /\/jobs(\.|\/|$)/

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, path = '']) => path)

test.each(DOCS)('%s names only existing files', (doc) => {
  const text = readFileSync(join(ROOT, doc), 'utf8')
  const named = [
    ...found(text, PATH_IN_CODE).map((path) => join(ROOT, path)),
    ...found(text, LINK).map((path) => join(ROOT, dirname(doc), path)),
  ]
  expect(named.filter((path) => !existsSync(path) && !EXAMPLE.test(path))).toEqual([])
})
