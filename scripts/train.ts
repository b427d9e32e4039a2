import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './lib/files.ts'
import { explain } from './lib/usage.ts'
import { CLASSIFIERS, trained } from './train/classifiers.ts'

explain(`Usage: npm run train

Trains the agent's classifiers from the examples in server/agent/examples, and writes them beside the agent's code. The
same examples give the same files. Takes about two minutes.
`)

for (const each of CLASSIFIERS) {
  const file = join(ROOT, each.file)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, trained(each))
  process.stdout.write(`${each.file}\n`)
}
