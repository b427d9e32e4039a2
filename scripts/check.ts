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

/** The names of the checks. */
export const CHECK_NAMES: readonly string[] = CHECKS.map(({ name }) => name)

/** Runs a check, and prints its result. Returns whether it passed. */
async function passes({ name, run }: Check): Promise<boolean> {
  const { problems, advice } = await run()
  const lines = problems.map((line) => `  ${line}\n`).join('')
  process.stdout.write(lines ? `✗ ${name}\n${lines}  → ${advice}\n` : `✓ ${name}\n`)
  return lines === ''
}

/**
 * Runs the static checks, or those with the given names, at the same time, and prints each result when it is known.
 * Returns the number of checks that passed and failed.
 */
export async function runChecks(names: readonly string[] = []): Promise<{ passed: number; failed: number }> {
  await generateTypes()
  const asked = CHECKS.filter(({ name }) => names.length === 0 || names.includes(name))
  const results = await Promise.all(asked.map(passes))
  const passed = results.filter(Boolean).length
  return { passed, failed: results.length - passed }
}
