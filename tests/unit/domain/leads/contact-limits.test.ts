import type * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { ContactLimits } from '../../../../src/contract/contact-limits.ts'
import { contactWarnings } from '../../../../src/domain/leads/contact-limits.ts'

const NONE = { no_texts: null, no_texts_since: null, no_contact: false }
const warningsOf = (limits: Partial<typeof NONE> | Record<string, unknown>) =>
  contactWarnings({ ...NONE, ...limits } as v.InferOutput<typeof ContactLimits>, 'UTC')

describe('contactWarnings', () => {
  it.each([
    [{}, []],
    [
      { no_texts: 'opted_out', no_texts_since: '2026-05-04T12:00:00Z' },
      ['Opted out of text messages (May 4, 2026).'],
    ],
    [{ no_texts: 'landline', no_texts_since: null }, ['A landline, or cannot receive text messages.']],
    [{ no_texts: 'opted_out', no_texts_since: 'nonsense' }, ['Opted out of text messages.']],
    [{ no_texts: 'another reason' }, []],
    [
      { no_contact: true, no_texts: 'landline', no_texts_since: '2026-05-04T12:00:00Z' },
      [
        'Asked in the chat not to be contacted.',
        'A landline, or cannot receive text messages (May 4, 2026).',
      ],
    ],
  ])('%j', (limits, sentences) => expect(warningsOf(limits)).toEqual(sentences))
})
