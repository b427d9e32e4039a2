import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findBrowser } from '../../scripts/lib/browser.ts'

const folder = mkdtempSync(join(tmpdir(), 'browser-'))
const chromium = join(folder, 'chromium')
writeFileSync(chromium, '#!/bin/sh\n')
chmodSync(chromium, 0o755)

test('CHROMIUM_PATH takes precedence', () => {
  expect(findBrowser({ CHROMIUM_PATH: chromium, PATH: '' })).toBe(chromium)
})

test('an invalid CHROMIUM_PATH is reported, not ignored', () => {
  expect(() => findBrowser({ CHROMIUM_PATH: join(folder, 'gone'), PATH: folder })).toThrow(
    /CHROMIUM_PATH is .*gone/,
  )
})
