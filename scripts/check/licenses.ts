import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../lib/files.ts'
import type { Check } from './check.ts'

type Packages = Record<string, { license?: string; link?: boolean }>

/** Licenses that require only their notice. */
const PERMISSIVE = [
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0'],
  ...['CC0-1.0', 'Unlicense', 'Python-2.0', 'PSF-2.0', 'Zlib'],
]

/** Packages under other or unnamed licenses, and why they are acceptable. */
const KNOWN: [name: RegExp, why: string][] = [
  [/^lightningcss(-|$)|^axe-core$|^@axe-core\//, 'MPL-2.0: a tool of build or tests, unchanged'],
  [/^@img\/sharp/, 'LGPL-3.0: libvips, unchanged, which the server loads as a library of its own'],
  [/^web-push$|^ical\.js$/, 'MPL-2.0: unchanged, and only on the server'],
  [/^date-holidays$/, 'CC-BY-3.0: its list of holidays, unchanged, and only on the server'],
  [/^zipcodes$|^url-template$/, 'the BSD license with three clauses'],
  [/\/stubs\/empty$/, 'an empty folder'],
]

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Returns whether permissive licenses satisfy an SPDX expression. */
function isPermissive(expression: string): boolean {
  const alternatives = expression.replace(/[()]/g, '').split(' OR ')
  return alternatives.some((terms) => terms.split(' AND ').every((name) => PERMISSIVE.includes(name.trim())))
}

/** Finds packages whose license has not been reviewed. */
export function licenseProblems(packages: Packages): string[] {
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .filter(([path]) => !KNOWN.some(([pattern]) => pattern.test(nameOf(path))))
    .filter(([, { license }]) => !license || !isPermissive(license))
    .map(([path, { license }]) => `${nameOf(path)} is under ${license ?? 'no license that it names'}`)
}

export const licenses: Check = {
  name: 'licenses',
  async run() {
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
      packages: Packages
    }
    return {
      problems: licenseProblems(packages),
      advice: 'Use another package, or add it to scripts/check/licenses.ts with a reason.',
    }
  },
}
