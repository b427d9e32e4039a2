import { stripTypeScriptTypes } from 'node:module'

/** Returns a TypeScript module as browser JavaScript: types removed, imports pointing to sibling files. */
export function browserModule(source: string): string {
  // Node warns about experimental type stripping on each call, which users cannot act on.
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(source).replace(
      /(\bfrom\s+|\bimport\s+)'(?:\.{1,2}\/)[^']*?([\w-]+)\.ts'/g,
      "$1'./$2.js'",
    )
  } finally {
    process.emitWarning = emitWarning
  }
}
