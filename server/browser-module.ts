import { stripTypeScriptTypes } from 'node:module'

/** The JavaScript that browsers run of a TypeScript module: types taken out, imports led to files beside it. */
export function browserModule(source: string): string {
  // Node warns on each call that type stripping is experimental; users cannot act on that.
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
