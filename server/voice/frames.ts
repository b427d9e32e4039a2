import * as v from 'valibot'
import type { CallOrder } from '../../src/contract/calls.ts'
import { parseJson } from '../base/parse-json.ts'

/** The most characters of what a caller says at once. */
const LONGEST_SAID = 2_000

const word = v.optional(v.fallback(v.string(), ''), '')
const flag = (given: boolean) => v.optional(v.fallback(v.boolean(), given), given)
const amount = v.optional(
  v.fallback(
    v.pipe(
      v.union([v.number(), v.pipe(v.string(), v.transform(Number))]),
      v.check((value) => Number.isFinite(value)),
    ),
    0,
  ),
  0,
)

/**
 * What the carrier reports about a call, as in Twilio's ConversationRelay
 * (https://www.twilio.com/docs/voice/conversationrelay/websocket-messages). Telnyx has the same frames, and identifies
 * the call by its own IDs, too.
 */
const FRAMES = {
  setup: v.object({ type: v.literal('setup'), callSid: word, callControlId: word, from: word, to: word }),
  prompt: v.object({
    type: v.literal('prompt'),
    voicePrompt: v.pipe(
      v.string(),
      // The database stores neither.
      v.transform((said) => said.slice(0, LONGEST_SAID).toWellFormed().replaceAll('\0', '')),
    ),
    lang: word,
    last: flag(true),
    agentSpeaking: flag(false),
  }),
  dtmf: v.object({ type: v.literal('dtmf'), digit: v.pipe(v.string(), v.regex(/^[0-9*#A-D]$/)) }),
  interrupt: v.object({
    type: v.literal('interrupt'),
    utteranceUntilInterrupt: word,
    durationUntilInterruptMs: amount,
  }),
  info: v.object({ type: v.literal('info'), name: word, value: word }),
  error: v.object({ type: v.literal('error'), description: word }),
} as const

type Type = keyof typeof FRAMES
export type Frame = { [Name in Type]: v.InferOutput<(typeof FRAMES)[Name]> }[Type]

const isKnown = (type: unknown): type is Type => typeof type === 'string' && Object.hasOwn(FRAMES, type)

/** Parses a frame. Returns null for one that isn't known or lacks what it needs; it must be ignored, never answered. */
export function readFrame(text: string): Frame | null {
  const parsed = parseJson(text)
  if (typeof parsed !== 'object' || parsed === null || !('type' in parsed)) return null
  const { type } = parsed
  if (!isKnown(type)) return null
  const result = v.safeParse(FRAMES[type], parsed)
  return result.success ? (result.output as Frame) : null
}

/** Returns the frame of an order. */
export const frameOf = (order: CallOrder): string => JSON.stringify(order)
