import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import ts from 'typescript'
import { listFiles, ROOT } from '../lib/files.ts'
import type { Check } from './check.ts'

interface Manifest {
  name: string
  workspaces?: string[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}
/** The package.json files of the project by folder; the root's is under `''`. */
export type Manifests = Record<string, Manifest>

/** What the server and the console share belongs to both. */
const SHARED = /^src\/(contract|domain)\//
/** Packages in the version that another package uses. */
const INSIDE: Record<string, string> = { vite: 'astro', '@ant-design/cssinjs': 'antd' }
/** Tests and scripts use the packages of what they test and run. */
const USES_ALL = /^(tests|scripts)\//

const declaredIn = ({ dependencies, devDependencies }: Manifest) => ({ ...dependencies, ...devDependencies })

/** Returns the packages that a folder may import: its own, and those of the project's folders that it depends on. */
function packagesOf(folder: string, manifests: Manifests): Set<string> {
  const own = Object.keys(declaredIn(manifests[folder] ?? { name: folder }))
  const used = Object.entries(manifests).filter(([, { name }]) => own.includes(name))
  return new Set([...own, ...used.flatMap(([other]) => [...packagesOf(other, manifests)])])
}

/** Returns the names of the packages that a file imports. */
export function importedPackages(text: string): string[] {
  const found = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName)
  const bare = found.filter((path) => !/^(\.|\/|astro:|virtual:)/.test(path) && !isBuiltin(path))
  return [...new Set(bare.map((path) => path.split('/', path.startsWith('@') ? 2 : 1).join('/')))]
}

/** Returns the folders whose package.json has to name what a file imports. One of each group is enough. */
function homesOf(path: string, folders: string[]): string[][] {
  if (USES_ALL.test(path)) return [folders]
  if (SHARED.test(path)) return [[''], ['server']]
  return [[folders.find((folder) => folder && path.startsWith(`${folder}/`)) ?? '']]
}

/** Returns the packages that a file imports although the package.json of its folder does not name them. */
export function undeclared(path: string, text: string, manifests: Manifests): string[] {
  const homes = homesOf(path, Object.keys(manifests))
  const isNamed = (name: string, folders: string[]) =>
    folders.some((folder) => packagesOf(folder, manifests).has(INSIDE[name] ?? name))
  return importedPackages(text).flatMap((name) =>
    homes
      .filter((folders) => !isNamed(name, folders))
      .map(([folder = '']) => `${path} imports ${name}: ${join(folder, 'package.json')} does not name it`),
  )
}

/** Returns the packages that two package.json files name with different versions. */
export function differing(manifests: Manifests): string[] {
  const versions = new Map<string, Set<string>>()
  for (const manifest of Object.values(manifests)) {
    for (const [name, version] of Object.entries(declaredIn(manifest))) {
      versions.set(name, (versions.get(name) ?? new Set()).add(version))
    }
  }
  return [...versions]
    .filter(([, each]) => each.size > 1)
    .map(([name, each]) => `${name} has the versions ${[...each].join(' and ')}`)
}

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

function readManifests(): Manifests {
  const root: Manifest = JSON.parse(read('package.json'))
  const folders = root.workspaces ?? []
  return {
    '': root,
    ...Object.fromEntries(folders.map((folder) => [folder, JSON.parse(read(`${folder}/package.json`))])),
  }
}

/** Checks that each folder names its packages, because npm installs those of all folders in one place. */
export const packages: Check = {
  name: 'packages',
  async run() {
    const manifests = readManifests()
    const sources = listFiles().filter((path) => /\.(tsx?|mjs|astro)$/.test(path))
    return {
      problems: [
        ...sources.flatMap((path) => undeclared(path, read(path), manifests)),
        ...differing(manifests),
      ],
      advice: 'Name the package, with one version, in the package.json of each folder that imports it.',
    }
  },
}
