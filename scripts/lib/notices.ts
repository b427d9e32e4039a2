import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './files.ts'

interface LockedPackage {
  version?: string
  license?: string
  link?: boolean
  resolved?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

type Lock = Record<string, LockedPackage>

const MODULES = 'node_modules/'
const NOTICE = /^(licen[cs]e|copying|notice)/i

const nameOf = (path: string) => path.slice(path.lastIndexOf(MODULES) + MODULES.length)

/** Returns where Node finds a dependency of the package at `from`: in its own folder, or in the nearest one above it. */
function pathOf(lock: Lock, from: string, name: string): string | undefined {
  let folder = from
  for (;;) {
    const path = `${folder ? `${folder}/` : ''}${MODULES}${name}`
    if (lock[path]) return path
    if (folder === '') return undefined
    const parent = folder.lastIndexOf(`/${MODULES}`)
    folder = parent === -1 ? '' : folder.slice(0, parent)
  }
}

/** Returns the paths of all packages that a workspace's code needs at run time; `''` is the console. */
export function runtimePackages(lock: Lock, workspace: string): string[] {
  const found = new Set<string>()
  const waiting = [workspace]
  for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
    const { dependencies, optionalDependencies, peerDependencies } = lock[from] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const path = pathOf(lock, from, name)
      if (path === undefined || found.has(path)) continue
      found.add(path)
      waiting.push(path)
    }
  }
  return [...found].filter((path) => !lock[path]?.link).sort()
}

/** Returns the texts of a package's license and notices, as its folder contains them. */
function textsIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && NOTICE.test(entry.name))
    .map(({ name }) => readFileSync(join(folder, name), 'utf8').trim())
}

/**
 * Returns the licenses and notices of all installed packages that a workspace needs at run time, each text once, with the
 * packages that it applies to.
 */
export function thirdPartyNotices(workspace: string): string {
  const { packages: lock } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Lock
  }
  const byText = new Map<string, string[]>()
  for (const path of runtimePackages(lock, workspace)) {
    // An optional package for another platform.
    if (!existsSync(join(ROOT, path))) continue
    const { version, license } = lock[path] ?? {}
    const texts = textsIn(join(ROOT, path))
    const named = `${nameOf(path)} ${version} (${license ?? 'see below'})`
    for (const text of texts.length > 0 ? texts : ['The package contains no license text.']) {
      byText.set(text, [...(byText.get(text) ?? []), named])
    }
  }
  const sections = [...byText].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`)
  return `This product contains the following packages.\n\n${sections.join(`\n${'-'.repeat(80)}\n\n`)}`
}
