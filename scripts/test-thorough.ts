import { env } from 'node:process'

/** `npm run test:thorough`: like `npm test`, with more repetitions of the random tests and process kills. */
env.THOROUGH = '1'
await import('./test.ts')
