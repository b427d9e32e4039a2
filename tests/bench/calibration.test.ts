import { expect, test } from 'vitest'
import { calibrationText } from '../../bench/calibration.ts'

test('both times of the calibration are printed', () => {
  expect(calibrationText(200, 220)).toBe('Calibration: 200 ms before the parts, 220 ms after them.')
})

test.each([
  [200, 221],
  [221, 200],
])('the machine was not quiet if the same work takes %d ms and then %d ms', (before, after) => {
  expect(calibrationText(before, after)).toContain('The machine was not quiet: ')
})
