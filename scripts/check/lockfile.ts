import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../lib/files.ts'
import type { Check } from './check.ts'

interface LockedPackage {
  resolved?: string
  link?: boolean
  optionalDependencies?: Record<string, string>
}
export type LockedPackages = Record<string, LockedPackage>

/** Returns where Node finds `name` from the package at `path`: nested first, then in the enclosing folders. */
function resolveLocked(packages: LockedPackages, path: string, name: string): string | null {
  for (let folder = path; ; ) {
    const candidate = `${folder ? `${folder}/` : ''}node_modules/${name}`
    if (candidate in packages) return candidate
    if (!folder) return null
    const outer = folder.lastIndexOf('node_modules/')
    folder = outer > 0 ? folder.slice(0, outer - 1) : ''
  }
}

/**
 * Returns what would make `npm ci` fail on another system or registry: an optional (platform) package without an
 * entry, or a registry address.
 */
export function lockfileProblems(packages: LockedPackages): string[] {
  return Object.entries(packages).flatMap(([path, { resolved, optionalDependencies }]) => [
    ...(resolved && /^(https?|git)/.test(resolved)
      ? [`${path || 'the project'} is tied to ${resolved}`]
      : []),
    ...Object.keys(optionalDependencies ?? {})
      .filter((name) => !resolveLocked(packages, path, name))
      .map((name) => `${path || 'the project'} needs ${name}, which has no entry`),
  ])
}

export const lockfile: Check = {
  name: 'lockfile',
  async run() {
    const problems = ['package-lock.json', 'scripts/node/package-lock.json'].flatMap((file) => {
      const { packages } = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as { packages: LockedPackages }
      return lockfileProblems(packages)
    })
    return {
      problems,
      advice:
        'Install with npm 11 and the .npmrc of this project; where an entry stays missing, choose the ' +
        'last version of that package whose platform packages the registry has.',
    }
  },
}
