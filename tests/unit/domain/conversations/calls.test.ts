import { expect, it } from 'vitest'
import { durationText, outcomeText } from '../../../../src/domain/conversations/calls.ts'

it('says how a call ended, also in words that it does not know', () => {
  expect(['booked', 'message', 'left_voicemail', null].map((outcome) => outcomeText({ outcome }))).toEqual([
    'Booked',
    'Message taken',
    'Left voicemail',
    'On the phone now',
  ])
})

it('says how long a call took', () => {
  expect([null, 0, 29, 30, 90, 3_600].map((seconds) => durationText({ seconds }))).toEqual([
    '',
    'under a minute',
    'under a minute',
    '1 min',
    '2 min',
    '60 min',
  ])
})
