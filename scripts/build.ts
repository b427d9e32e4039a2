import { buildConsole, loadEnvFiles } from './lib/console-build.ts'

/** `npm run build`: builds the console for a CDN into `dist/` from the PUBLIC_ variables. */
loadEnvFiles('production')
process.exit(await buildConsole('dist', process.env))
