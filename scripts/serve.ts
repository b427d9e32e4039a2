import { loadEnvFiles } from './lib/console-build.ts'

/** `npm run serve`: runs the product in production, with the variables in the `.env` files. */
loadEnvFiles('production')
await import('../server/main.ts')
