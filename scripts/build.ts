import { buildConsole, loadEnvFiles } from './lib/console-build.ts'

/** `npm run build`: the console for a CDN in `dist/`, from the PUBLIC_ variables. */
loadEnvFiles('production')
process.exit(await buildConsole('dist', process.env))
