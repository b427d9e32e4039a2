import { stripTypeScriptTypes } from 'node:module'

/** Lines that are empty or contain only a comment. Strings in modules for browsers never contain such lines. */
const SILENT_LINES = /^[ \t]*(?:\/\*\*[\s\S]*?\*\/|\/\/.*)?[ \t]*\n/gm

/** Returns a TypeScript module as browser JavaScript: types and comments removed, imports pointing to sibling files. */
export function browserModule(source: string): string {
  // Node warns about experimental type stripping on each call, which users cannot act on.
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(source)
      .replace(/(\bfrom\s+|\bimport\s+|\bimport\()'(?:\.{1,2}\/)[^']*?([\w-]+)\.ts'/g, "$1'./$2.js'")
      .replace(SILENT_LINES, '')
  } finally {
    process.emitWarning = emitWarning
  }
}
