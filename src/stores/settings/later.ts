import { atom, onMount, type ReadableAtom } from 'nanostores'
import { afterPaint } from '../../platform/page/timing.ts'

/**
 * Returns a store that follows another one after the next paint, so that work depending on it does not delay the
 * response to a keystroke. If the source changes several times before a paint, only the last value is passed on.
 */
export function later<Value>($source: ReadableAtom<Value>): ReadableAtom<Value> {
  const $late = atom<Value>($source.value as Value)
  onMount($late, () => {
    let isWaiting = false
    let stopWaiting = () => {}
    const follow = () => {
      isWaiting = false
      $late.set($source.get())
    }
    const stop = $source.listen(() => {
      if (isWaiting) return
      isWaiting = true
      stopWaiting = afterPaint(follow)
    })
    $late.set($source.get())
    return () => {
      stopWaiting()
      stop()
    }
  })
  return $late
}

/** Milliseconds without a change after which typing has paused, and after which a change is shown nevertheless. */
const PAUSE = 150
const LONGEST_PAUSE = 600

/** Like {@link later}, but follows when the user pauses, for what takes a frame to draw. */
export function inPauses<Value>($source: ReadableAtom<Value>): ReadableAtom<Value> {
  const $late = atom<Value>($source.value as Value)
  onMount($late, () => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let since = 0
    const follow = () => {
      since = 0
      $late.set($source.get())
    }
    const stop = $source.listen(() => {
      since ||= performance.now()
      clearTimeout(timer)
      timer = setTimeout(follow, Math.min(PAUSE, Math.max(0, since + LONGEST_PAUSE - performance.now())))
    })
    $late.set($source.get())
    return () => {
      clearTimeout(timer)
      stop()
    }
  })
  return $late
}
