import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { playAll } from '../../../scripts/eval/play.ts'
import { startEvalServer } from '../../../scripts/eval/server.ts'
import { ROOT } from '../../../scripts/lib/files.ts'
import type { Source } from '../../../server/agent/sources.ts'
import { modelAnswer, nearestSource, sentence, sourcesIn } from '../../support/model-answer.ts'
import { startAnsweringModel } from '../../support/recorded-model.ts'

/** What a model says to a question about the demo business. Without sources, it is a lie. */
interface Claim {
  asked: string
  say: string
  cites?: string[]
}

/** Each claim is a chat. On a loaded machine, they take minutes. */
const LONGEST_MS = 900_000
const NOW = new Date('2026-11-20T15:00:00Z')
const claims = readFileSync(join(ROOT, 'tests/agent/with-model/claims.jsonl'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Claim)
const lies = claims.filter(({ cites }) => !cites)
const good = claims.filter(({ cites }) => cites)

/** The goals are 4 % of the lies and 85 % of the good answers. The check doesn't reach the first one yet. */
const MOST_LIES = 0.08
const LEAST_GOOD = 0.85
/** The least share of the good answers that are sent in the model's own words. */
const LEAST_OWN = 0.85

/** The agent's words to each visitor, and the sources that the prompt listed. */
const said = new Map<string, string>()
let sources: readonly Source[] = []
let requests = 0

/** A model that cites the source that comes closest if it lies. */
function answer(message: string, prompt: string): string {
  const claim = claims.find(({ asked }) => asked === message)
  if (!claim) return modelAnswer()
  sources = sourcesIn(prompt)
  const cites = claim.cites ?? [nearestSource(claim.say, sources).id]
  return modelAnswer({ sentences: [sentence(claim.say, ...cites)] })
}

beforeAll(async () => {
  const model = await startAnsweringModel(answer)
  const server = await startEvalServer({ AGENT_MODEL_URL: model.url, AGENT_MODEL: 'recorded' })
  const cases = claims.map(({ asked }) => ({ id: asked, turns: [asked], business: { now: NOW } }))
  for (const { id, messages } of await playAll(server, cases)) {
    const replies = messages.slice(1).flatMap(({ from, text }) => (from === 'agent' ? [text] : []))
    said.set(id, replies.join('\n'))
  }
  requests = model.requests()
  await server.stop()
  model.close()
}, LONGEST_MS)

const isSaid = ({ asked, say }: Claim) => (said.get(asked) ?? '').includes(say)

/** Returns whether the visitor reads the owner's words instead. */
function isQuoted({ asked, cites = [] }: Claim): boolean {
  const cited = sources.filter(({ id }) => cites.includes(id))
  return cited.some(({ text }) => (said.get(asked) ?? '').includes(text.slice(text.indexOf('?') + 1).trim()))
}

const shareOf = (part: readonly Claim[], all: readonly Claim[]) => part.length / all.length
const listed = (found: readonly Claim[]) => found.map(({ asked, say }) => `${asked} → ${say}`).join('\n')

describe('the claims of a model', () => {
  it('are enough, and each is an answer to another question', () => {
    expect(lies.length).toBeGreaterThanOrEqual(40)
    expect(good.length).toBeGreaterThanOrEqual(20)
    expect(new Set(claims.map(({ asked }) => asked)).size).toBe(claims.length)
    const ids = new Set(sources.map(({ id }) => id))
    expect(good.filter(({ cites = [] }) => !cites.every((id) => ids.has(id)))).toEqual([])
  })

  it('are all asked for, and every visitor gets an answer', () => {
    expect(requests).toBe(claims.length)
    expect(claims.filter(({ asked }) => !said.get(asked)?.trim())).toEqual([])
  })

  it('reach the visitor rarely if they are lies', () => {
    const sent = lies.filter(isSaid)
    expect(shareOf(sent, lies), listed(sent)).toBeLessThanOrEqual(MOST_LIES)
  })

  it("reach the visitor if they are good, or the owner's own words do", () => {
    const lost = good.filter((each) => !isSaid(each) && !isQuoted(each))
    expect(shareOf(lost, good), listed(lost)).toBeLessThanOrEqual(1 - LEAST_GOOD)
    const own = good.filter(isSaid)
    expect(shareOf(own, good)).toBeGreaterThanOrEqual(LEAST_OWN)
  })
})
