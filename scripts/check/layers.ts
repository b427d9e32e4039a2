/**
 * The layers that each layer may import: the table behind the import-direction check (docs/architecture.md shows it as
 * a diagram). A layer may always import itself and `styles`. An entry with a slash is one folder of a layer.
 */
export const MAY_IMPORT: Record<string, readonly string[]> = {
  pages: ['layouts', 'islands', 'ui', 'domain', 'contract'],
  layouts: ['islands', 'ui', 'stores', 'domain', 'contract', 'third-party'],
  islands: ['ui', 'stores', 'domain', 'contract', 'third-party', 'platform/page'],
  ui: ['domain', 'contract'],
  stores: ['api', 'contract', 'domain', 'platform'],
  api: ['contract', 'platform'],
  contract: [],
  domain: ['contract'],
  platform: ['contract'],
  'third-party': ['contract', 'domain', 'platform'],
  styles: [],
}

/** Returns the layer of a path in `src/`, or null outside of `src/`. */
export function partOf(path: string): string | null {
  return /^src\/([^/]+)\//.exec(path)?.[1] ?? null
}

/** Returns whether a file of one layer may import a file of another. */
export function mayImport(from: string, to: string): boolean {
  return from === to || to === 'styles' || (MAY_IMPORT[from]?.includes(to) ?? false)
}

/**
 * Layers that `.astro` may also import. Frontmatter runs once at build time, when there is no store, so markup reads
 * settings and addresses from the platform.
 */
const MARKUP_MAY_ALSO_IMPORT: readonly string[] = ['platform']

/** Like `mayImport`, for markup. */
export function markupMayImport(from: string, to: string): boolean {
  return mayImport(from, to) || MARKUP_MAY_ALSO_IMPORT.includes(to)
}

/** Libraries that domain rules may use. They are pure and work the same in the console and the server. */
export const LIBRARIES_OF_DOMAIN = ['libphonenumber-js']
