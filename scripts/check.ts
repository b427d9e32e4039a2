import { astroImports } from './check/astro-imports.ts'
import type { Check } from './check/check.ts'
import { classNames } from './check/class-names.ts'
import { classifiers } from './check/classifiers.ts'
import { licenses } from './check/licenses.ts'
import { lockfile } from './check/lockfile.ts'
import { packages } from './check/packages.ts'
import { astroTypes, generateTypes, imports, lint, types } from './check/tools.ts'
import { words } from './check/words.ts'

/** The checks, slowest first, because they run at the same time. */
const CHECKS: Check[] = [
  types,
  astroTypes,
  imports,
  lint,
  lockfile,
  licenses,
  packages,
  words,
  astroImports,
  classNames,
  classifiers,
]

/**
 * Runs all static checks at the same time and prints the result of each. Returns the number of checks that passed and
 * failed.
 */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  let failed = 0
  await generateTypes()
  const running = CHECKS.map((check) => ({ check, finding: check.run() }))
  for (const { check, finding } of running) {
    const { problems, advice } = await finding
    if (problems.length === 0) {
      process.stdout.write(`✓ ${check.name}\n`)
      continue
    }
    failed += 1
    process.stdout.write(`✗ ${check.name}\n${problems.map((line) => `  ${line}\n`).join('')}  → ${advice}\n`)
  }
  return { passed: CHECKS.length - failed, failed }
}
