import { build, type Plugin } from 'vite'

const SUFFIX = '?inline-script'

/**
 * Serves `import code from './file.ts?inline-script'`: the file and its imports as one script for the head of a page.
 */
export function inlineScript(): Plugin {
  return {
    name: 'inline-script',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (!id.endsWith(SUFFIX)) return undefined
      const found = await this.resolve(id.slice(0, -SUFFIX.length), importer, { skipSelf: true })
      return found && `\0${found.id}${SUFFIX}`
    },
    async load(id) {
      if (!id.startsWith('\0') || !id.endsWith(SUFFIX)) return undefined
      const file = id.slice(1, -SUFFIX.length)
      this.addWatchFile(file)
      return `export default ${JSON.stringify(await bundle(file))}`
    },
  }
}

/** Bundles a module and its imports into one minified script without module syntax. */
export async function bundle(file: string): Promise<string> {
  const results = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      copyPublicDir: false,
      target: 'es2022',
      rolldownOptions: { input: file, output: { format: 'iife' } },
    },
  })
  const { output } = (Array.isArray(results) ? results[0] : results) as {
    output: { type: string; code?: string }[]
  }
  const [code, ...others] = output.flatMap((each) => (each.code === undefined ? [] : [each.code]))
  if (code === undefined || others.length > 0) throw new Error(`${file} must become one script`)
  if (/<\/script/i.test(code)) throw new Error(`${file} contains the end of a script element`)
  return code.trim()
}
