const INLINE_SCRIPT = /<script\b(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/script>/g
const DATA_BLOCK = /\btype="(?:application\/(?:ld\+)?json|speculationrules)"/

/** Replaces the code of each inline script in a page. */
export function replaceInlineScripts(html: string, change: (code: string) => string): string {
  return html.replace(INLINE_SCRIPT, (script, attributes: string, code: string) =>
    DATA_BLOCK.test(attributes) ? script : `<script${attributes}>${change(code)}</script>`,
  )
}

/** Returns the code of each inline script in a page. */
export function inlineScripts(html: string): string[] {
  const found: string[] = []
  replaceInlineScripts(html, (code) => {
    found.push(code)
    return code
  })
  return found
}
