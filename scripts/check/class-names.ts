import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles, ROOT } from '../lib/files.ts'
import type { Check } from './check.ts'

/**
 * Matches a selector for a single class, with attributes and pseudo-classes but without a scope, such as `.row:hover`.
 * `:has` is a scope.
 */
const ONE_CLASS = /^[a-z0-9]*\.([\w-]+)(\[[^\]]*\]|::?(?!has\()[\w-]+(\(([^()]|\([^()]*\))*\))?)*$/

const COMMA_OUTSIDE_PARENTHESES = /,(?![^()]*\))/

/** Returns the classes that a style sheet defines for all pages that load it. */
export function definedClasses(css: string): Set<string> {
  const classes = new Set<string>()
  const inRule: boolean[] = []
  for (const [, prelude = '', mark] of css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]*)([{};])/g)) {
    if (mark === '}') inRule.pop()
    if (mark !== '{') continue
    const isRule = !prelude.trim().startsWith('@')
    if (isRule && !inRule.includes(true)) {
      for (const selector of prelude.split(COMMA_OUTSIDE_PARENTHESES)) {
        const name = ONE_CLASS.exec(selector.trim())?.[1]
        if (name) classes.add(name)
      }
    }
    inRule.push(isRule)
  }
  return classes
}

/**
 * Returns the part of the console that owns a style sheet's classes: the folder of a feature, or what all features
 * share.
 */
function ownerOf(path: string): string {
  return /^src\/islands\/[^/]+/.exec(path)?.[0] ?? 'src/ui, src/layouts, or src/styles'
}

/**
 * Returns the classes that several parts define. A style sheet stays loaded, so it would affect the other parts'
 * elements.
 */
export function classNameProblems(sheets: readonly { path: string; css: string }[]): string[] {
  const definitions = new Map<string, Map<string, string>>()
  for (const { path, css } of sheets) {
    for (const name of definedClasses(css)) {
      const owners = definitions.get(name) ?? new Map<string, string>()
      if (!owners.has(ownerOf(path))) owners.set(ownerOf(path), path)
      definitions.set(name, owners)
    }
  }
  return [...definitions].flatMap(([name, owners]) =>
    owners.size > 1 ? [`.${name} in ${[...owners.values()].join(' and ')}`] : [],
  )
}

/** Finds classes that several features define. */
export const classNames: Check = {
  name: 'class names',
  async run() {
    const sheets = listFiles('src')
      .filter((path) => path.endsWith('.css'))
      .map((path) => ({ path, css: readFileSync(join(ROOT, path), 'utf8') }))
    return {
      problems: classNameProblems(sheets),
      advice: "Name the class after its feature; to adjust another part's class, scope it: .leads .pager.",
    }
  },
}
