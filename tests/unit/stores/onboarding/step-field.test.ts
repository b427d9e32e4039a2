import { maxLength, minLength, number, pipe, string } from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { firstProblem, stepField } from '../../../../src/stores/onboarding/step-field.ts'

const Name = pipe(string(), minLength(1, 'Name it'), maxLength(3, 'Too long'))
const ignore = () => undefined

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a change notifies only its own field', () => {
  const changes: string[] = []
  const [name, city] = [stepField(Name, 'a', (value) => changes.push(value)), stepField(Name, 'b', ignore)]
  const told: string[] = []
  name.$value.listen((value) => told.push(value))
  for (const store of [city.$value, city.$problem, name.$problem]) store.listen(() => told.push('another'))
  name.set('ab')
  vi.advanceTimersByTime(1_000)
  expect(told).toEqual(['ab'])
  expect(changes).toEqual(['ab'])
})

test('a field is checked once its changes have paused for 300 ms', () => {
  const name = stepField(Name, 'abc', ignore)
  name.set('abcd')
  vi.advanceTimersByTime(299)
  name.set('abcde')
  vi.advanceTimersByTime(299)
  expect(name.$problem.get()).toBeNull()
  vi.advanceTimersByTime(1)
  expect(name.$problem.get()).toBe('Too long')
  name.set('abc')
  vi.advanceTimersByTime(300)
  expect(name.$problem.get()).toBeNull()
})

test('sending checks every field at once and names the first wrong one', () => {
  const [first, second, third] = [
    stepField(Name, 'ok', ignore),
    stepField(Name, '', ignore),
    stepField<number | null>(number('Say how many'), null, ignore),
  ]
  expect(firstProblem({ first, second, third })).toBe('second')
  expect([first, second, third].map(({ $problem }) => $problem.get())).toEqual([
    null,
    'Name it',
    'Say how many',
  ])
  expect(firstProblem({ first })).toBeUndefined()
})
