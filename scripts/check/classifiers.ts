import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../lib/files.ts'
import { CLASSIFIERS, digestOf } from '../train/classifiers.ts'
import type { Check } from './check.ts'

/** Compares the trained classifiers with the examples from which they were trained. */
export const classifiers: Check = {
  name: 'classifiers',
  async run() {
    const problems = CLASSIFIERS.flatMap((each) => {
      const path = join(ROOT, each.file)
      const stored = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
      return stored?.digest === digestOf(each) ? [] : [`${each.file} is not from the present examples`]
    })
    return { problems, advice: 'Run npm run train, and commit the files that it writes.' }
  },
}
