import { stripTypeScriptTypes } from 'node:module'

/** Comments and empty lines on their own lines. No text in a module for browsers has such lines. */
const SILENT_LINES = /^[ \t]*(?:\/\*\*[\s\S]*?\*\/|\/\/.*)?[ \t]*\n/gm

/** Returns a TypeScript module as browser JavaScript: types and comments removed, imports pointing to sibling files. */
export function browserModule(source: string): string {
  // Node warns about experimental type stripping on each call, which users cannot act on.
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(source)
      .replace(/(\bfrom\s+|\bimport\s+)'(?:\.{1,2}\/)[^']*?([\w-]+)\.ts'/g, "$1'./$2.js'")
      .replace(SILENT_LINES, '')
  } finally {
    process.emitWarning = emitWarning
  }
}
