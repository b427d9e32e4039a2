import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { breakpoints } from '../../src/styles/tokens.ts'
import { listFiles, ROOT } from '../lib/files.ts'
import type { Check } from './check.ts'

const CODE = /\.(ts|tsx|mjs|js|astro|css)$/

/** Matches a test that skips itself with a reason when it can't run here. */
const SKIPS_WITH_REASON = /\bif \(.+\) return \w+\.skip\(['"`]/

const FORBIDDEN: { pattern: RegExp; where: RegExp; why: string }[] = [
  {
    pattern: /\b(test|it|describe|suite)(\.\w+)*\.(only|skip|fixme|todo)\b/,
    where: /^tests\//,
    why: 'a disabled test proves nothing',
  },
  {
    pattern: /\bwaitForTimeout\b/,
    where: /^(tests|scripts)\//,
    why: 'wait for a condition, not for a time',
  },
  { pattern: /\b(TODO|FIXME)\b/, where: /./, why: 'do it now, or file an issue' },
  {
    pattern: /(?<![.\w$'"])(window|document|localStorage|sessionStorage)\s*(\?\.|\.|\[)/,
    where: /^src\/(stores|domain|contract|api)\//,
    why: 'access the browser through src/platform',
  },
  {
    pattern: new RegExp(`@media.*(-width|width (?!(<|>=) (${Object.values(breakpoints).join('|')})px))`),
    where: /^src\/.*\.css$/,
    why: 'a width of src/styles/tokens.ts, as in (width < 768px)',
  },
  {
    pattern: /:has\((?:[^()]|\([^()]*\))*\)(?:[^(),{]|\((?:[^()]|\([^()]*\))*\))*?[ >+~](?!:)[a-z]/,
    where: /^src\/(?!styles\/print).*\.css$/,
    why: 'the browser restyles all elements with this name on each change; use a class or an attribute',
  },
  { pattern: /\.ant-/, where: /^src\/.*\.css$/, why: 'pass a class name to the component' },
  { pattern: /\.cl-/, where: /^src\/(?!styles\/clerk\.css).*\.css$/, why: 'belongs in src/styles/clerk.css' },
]

/** Returns the lines that the project forbids. */
export function wordProblems(path: string, text: string): string[] {
  const lines = text.split('\n')
  const forbidden = FORBIDDEN.filter(({ where }) => where.test(path))
  return lines.flatMap((line, index) =>
    forbidden
      .filter(
        ({ pattern }) =>
          pattern.test(line) &&
          !SKIPS_WITH_REASON.test(line) &&
          !/^\s*(\/\/|\*|\/\*\*)(?!.*\b(TODO|FIXME)\b)/.test(line),
      )
      .map(({ why }) => `${path}:${index + 1} ${line.trim().slice(0, 100)} (${why})`),
  )
}

/** Finds leftover markers, disabled tests, fixed waits, and browser globals above the platform layer. */
export const words: Check = {
  name: 'leftovers',
  async run() {
    const problems = listFiles()
      .filter((path) => CODE.test(path) && !/^(scripts\/check\/words|tests\/scripts\/check)/.test(path))
      .flatMap((path) => wordProblems(path, readFileSync(join(ROOT, path), 'utf8')))
    return { problems, advice: 'Finish what is marked.' }
  },
}
