import { atom } from 'nanostores'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { later } from '../../../../src/stores/settings/later.ts'

let frames: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  frames = []
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame))
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.splice(id - 1, 1))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function paint(): void {
  for (const frame of frames.splice(0)) frame()
  vi.runAllTimers()
}

it('follows after the next paint, with the last of several values', () => {
  const $source = atom(1)
  const seen: number[] = []
  const stop = later($source).subscribe((value) => seen.push(value))
  $source.set(2)
  $source.set(3)
  expect(seen).toEqual([1])
  expect(frames).toHaveLength(1)
  paint()
  expect(seen).toEqual([1, 3])
  $source.set(4)
  paint()
  expect(seen).toEqual([1, 3, 4])
  stop()
})

it('has the current value when nobody was listening', () => {
  const $source = atom(1)
  const $late = later($source)
  $source.set(2)
  expect($late.get()).toBe(2)
})
