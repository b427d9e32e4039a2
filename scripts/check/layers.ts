/**
 * Which part of the source may import which: the one table behind the import-direction check
 * (docs/architecture.md shows it as a picture). A part may always import itself and `styles`.
 */
export const MAY_IMPORT: Record<string, readonly string[]> = {
  pages: ['layouts', 'islands', 'ui', 'domain', 'contract'],
  layouts: ['islands', 'ui', 'stores', 'domain', 'contract', 'third-party'],
  islands: ['ui', 'stores', 'domain', 'contract', 'third-party'],
  ui: ['domain', 'contract'],
  stores: ['api', 'contract', 'domain', 'platform'],
  api: ['contract', 'platform'],
  contract: [],
  domain: ['contract'],
  platform: [],
  'third-party': ['contract', 'domain', 'platform'],
  styles: [],
}

/** The part of `src/` that a path lies in, or null outside of `src/`. */
export function partOf(path: string): string | null {
  return /^src\/([^/]+)\//.exec(path)?.[1] ?? null
}

/** Whether a file of one part of `src/` may import a file of another. */
export function mayImport(from: string, to: string): boolean {
  return from === to || to === 'styles' || (MAY_IMPORT[from]?.includes(to) ?? false)
}

/**
 * What `.astro` may import besides: its frontmatter runs once, at build, where there is no store to ask,
 * so markup reads settings and addresses from the platform itself.
 */
const MARKUP_MAY_ALSO_IMPORT: readonly string[] = ['platform']

/** As `mayImport`, for a file of markup. */
export function markupMayImport(from: string, to: string): boolean {
  return mayImport(from, to) || MARKUP_MAY_ALSO_IMPORT.includes(to)
}

/** Libraries that the pure rules may stand on: pure themselves, and the same on both sides of the wire. */
export const LIBRARIES_OF_DOMAIN = ['libphonenumber-js']
