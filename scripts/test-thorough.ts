import { env } from 'node:process'
import { explain } from './lib/usage.ts'

explain(`Usage: npm run test:thorough [-- PART [ARGUMENTS]]

Like npm test, with more repetitions of the random tests and process kills, and with every screen on both sizes.
`)

env.THOROUGH = '1'
await import('./test.ts')
