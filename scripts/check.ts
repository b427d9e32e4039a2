import { astroImports } from './check/astro-imports.ts'
import type { Check } from './check/check.ts'
import { classNames } from './check/class-names.ts'
import { licenses } from './check/licenses.ts'
import { lockfile } from './check/lockfile.ts'
import { imports, lint, types } from './check/tools.ts'
import { words } from './check/words.ts'

const CHECKS: Check[] = [lockfile, licenses, words, astroImports, classNames, imports, lint, types]

/** Runs the static checks and prints each; returns how many passed. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  let failed = 0
  for (const check of CHECKS) {
    const { problems, advice } = await check.run()
    if (problems.length === 0) {
      process.stdout.write(`✓ ${check.name}\n`)
      continue
    }
    failed += 1
    process.stdout.write(`✗ ${check.name}\n${problems.map((line) => `  ${line}\n`).join('')}  → ${advice}\n`)
  }
  return { passed: CHECKS.length - failed, failed }
}
