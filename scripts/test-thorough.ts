/** `npm run test:thorough`: like `npm test`, with more repetitions of the random tests and process kills. */
process.env.THOROUGH = '1'
await import('./test.ts')
