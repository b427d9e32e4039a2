import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TEST_CONSOLE } from '../../scripts/lib/test-console.ts'

/** Runs steps while the console under test has a newer version. */
export async function withNewVersion(steps: () => Promise<void>): Promise<void> {
  const file = join(TEST_CONSOLE, 'sw.js')
  const before = readFileSync(file, 'utf8')
  try {
    writeFileSync(file, `${before}\n// another version\n`)
    await steps()
  } finally {
    writeFileSync(file, before)
  }
}
