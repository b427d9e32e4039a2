import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles, ROOT } from '../lib/files.ts'
import type { Check } from './check.ts'

const MOST_LINES = 400
const CODE = /\.(ts|tsx|mjs|js|astro|css)$/

/** A test that looks around, finds no way to run here, and says why. */
const SKIPS_WITH_REASON = /\bif \(.+\) return \w+\.skip\(['"`]/

const REFUSED: { pattern: RegExp; where: RegExp; why: string }[] = [
  {
    pattern: /\b(test|it|describe|suite)(\.\w+)*\.(only|skip|fixme|todo)\b/,
    where: /^tests\//,
    why: 'a test that does not run proves nothing',
  },
  {
    pattern: /\bwaitForTimeout\b/,
    where: /^(tests|scripts)\//,
    why: 'wait for what should happen, not for time',
  },
  { pattern: /\b(TODO|FIXME)\b/, where: /./, why: 'do it now, or write it down where work is planned' },
  {
    pattern: /(?<![.\w$'"])(window|document|localStorage|sessionStorage)\s*(\?\.|\.|\[)/,
    where: /^src\/(stores|domain|contract|api)\//,
    why: 'the browser is reached through src/platform',
  },
]

/** Lines that the project refuses, and files too long to be read in one sitting. */
export function wordProblems(path: string, text: string): string[] {
  const lines = text.split('\n')
  const refused = REFUSED.filter(({ where }) => where.test(path))
  const problems = lines.flatMap((line, index) =>
    refused
      .filter(
        ({ pattern }) =>
          pattern.test(line) &&
          !SKIPS_WITH_REASON.test(line) &&
          !/^\s*(\/\/|\*|\/\*\*)(?!.*\b(TODO|FIXME)\b)/.test(line),
      )
      .map(({ why }) => `${path}:${index + 1} ${line.trim().slice(0, 100)} (${why})`),
  )
  if (lines.length - 1 > MOST_LINES)
    problems.push(`${path} has ${lines.length - 1} lines; ${MOST_LINES} is the most`)
  return problems
}

/** Left-over marks, tests that do not run, waiting by the clock, browser globals below the platform. */
export const words: Check = {
  name: 'left-overs and file length',
  async run() {
    const problems = listFiles()
      .filter((path) => CODE.test(path) && !/^(scripts\/check\/words|tests\/scripts\/check)/.test(path))
      .flatMap((path) => wordProblems(path, readFileSync(join(ROOT, path), 'utf8')))
    return { problems, advice: 'Finish what is marked; split a long file by what its parts are about.' }
  },
}
