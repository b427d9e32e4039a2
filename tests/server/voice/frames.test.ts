import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { frameOf, readFrame } from '../../../server/voice/frames.ts'

describe('frames', () => {
  it.each([
    [
      { type: 'setup', sessionId: 'VX1', callSid: 'CA1', from: '+16145550100', to: '+15005550007' },
      { type: 'setup', callSid: 'CA1', callControlId: '', from: '+16145550100', to: '+15005550007' },
    ],
    [
      { type: 'setup', callControlId: 'v3:1', customParameters: { a: 1 } },
      { type: 'setup', callSid: '', callControlId: 'v3:1', from: '', to: '' },
    ],
    [
      { type: 'prompt', voicePrompt: 'hi', lang: 'en-US', last: true },
      { type: 'prompt', voicePrompt: 'hi', lang: 'en-US', last: true, agentSpeaking: false },
    ],
    [
      { type: 'interrupt', utteranceUntilInterrupt: 'Hello', durationUntilInterruptMs: '460' },
      { type: 'interrupt', utteranceUntilInterrupt: 'Hello', durationUntilInterruptMs: 460 },
    ],
    [
      { type: 'interrupt', durationUntilInterruptMs: 'soon' },
      { type: 'interrupt', utteranceUntilInterrupt: '', durationUntilInterruptMs: 0 },
    ],
    [
      { type: 'dtmf', digit: '0' },
      { type: 'dtmf', digit: '0' },
    ],
    [
      { type: 'info', name: 'agentSpeaking', value: 'off', ts: 1 },
      { type: 'info', name: 'agentSpeaking', value: 'off' },
    ],
    [
      { type: 'error', description: 'no' },
      { type: 'error', description: 'no' },
    ],
  ])('reads %j', (sent, read) => {
    expect(readFrame(JSON.stringify(sent))).toEqual(read)
  })

  it.each([
    ['', '{', 'null', '[]', '"setup"', '{}', '{"type":1}', '{"type":"pong"}', '{"type":"toString"}'],
    ['{"type":"prompt"}', '{"type":"prompt","voicePrompt":7}', '{"type":"dtmf","digit":"00"}'],
  ])('ignores what it does not know', (...texts) => {
    expect(texts.map(readFrame)).toEqual(texts.map(() => null))
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void readFrame(text)))
  })

  it('reads only the beginning of an endless speech', () => {
    const frame = readFrame(JSON.stringify({ type: 'prompt', voicePrompt: 'a'.repeat(10_000) }))
    expect(frame?.type === 'prompt' && frame.voicePrompt.length).toBe(2_000)
  })

  it('writes orders as JSON', () => {
    expect(JSON.parse(frameOf({ type: 'end', handoffData: '{"a":"“b”"}' }))).toEqual({
      type: 'end',
      handoffData: '{"a":"“b”"}',
    })
  })
})
