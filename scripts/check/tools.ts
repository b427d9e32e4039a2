import { commandOf, runNode } from '../lib/run.ts'
import type { Check } from './check.ts'

const withoutColor = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ASTRO_TELEMETRY_DISABLED: '1' }

function tool(name: string, args: () => string[], advice: string): Check {
  return {
    name,
    async run() {
      const { code, output } = await runNode(args(), { quiet: true, env: withoutColor })
      return { problems: code === 0 ? [] : [output.trim() || `It ended with exit code ${code}.`], advice }
    },
  }
}

/** Generates the types that the type checks read. */
export async function generateTypes(): Promise<void> {
  await runNode([commandOf('astro'), 'sync'], { quiet: true, env: withoutColor })
}

const TYPES = 'Correct the types; `any` and casts only hide it.'

export const types = tool(
  'types',
  () => [commandOf('typescript', 'tsc'), '--noEmit', '--pretty', 'false'],
  TYPES,
)

/** Counts warnings as failures. */
export const astroTypes = tool(
  'types in .astro',
  () => [
    commandOf('astro'),
    ...['check', '--noSync', '--tsconfig', 'tsconfig.astro.json'],
    ...['--minimumFailingSeverity', 'warning', '--minimumSeverity', 'warning'],
  ],
  TYPES,
)

export const lint = tool(
  'lint and format',
  () => [
    commandOf('@biomejs/biome', 'biome'),
    'ci',
    '--colors=off',
    '--error-on-warnings',
    '--max-diagnostics=30',
    '.',
  ],
  '`npx biome check --write <files>` fixes most of it.',
)

/** Checks import directions and cycles among `.ts` and `.tsx` files. The rules are in .dependency-cruiser.mjs. */
export const imports = tool(
  'import direction',
  () => [
    commandOf('dependency-cruiser', 'depcruise'),
    ...['--config', '.dependency-cruiser.mjs', '--output-type', 'err-long'],
    ...['src', 'server', 'dev', 'widget', 'bench', 'scripts', 'tests'],
  ],
  'Move the code to the layer it belongs to, or pass it in from above; docs/architecture.md shows the layers.',
)
