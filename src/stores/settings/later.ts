import { atom, onMount, type ReadableAtom } from 'nanostores'
import { afterPaint } from '../../platform/page/timing.ts'

/** Decides when a store follows another one: `changed` is called at each change, and `stop` when nobody reads it. */
type Timing = (follow: () => void) => { changed: () => void; stop: () => void }

function followed<Value>($source: ReadableAtom<Value>, timing: Timing): ReadableAtom<Value> {
  const $late = atom<Value>($source.value as Value)
  onMount($late, () => {
    const { changed, stop } = timing(() => $late.set($source.get()))
    const stopListening = $source.listen(changed)
    $late.set($source.get())
    return () => {
      stop()
      stopListening()
    }
  })
  return $late
}

/**
 * Returns a store that follows another one after the next paint, so that work depending on it does not delay the
 * response to a keystroke. If the source changes several times before a paint, only the last value is passed on.
 */
export const later = <Value>($source: ReadableAtom<Value>): ReadableAtom<Value> =>
  followed($source, (follow) => {
    let isWaiting = false
    let stop = () => {}
    const changed = () => {
      if (isWaiting) return
      isWaiting = true
      stop = afterPaint(() => {
        isWaiting = false
        follow()
      })
    }
    return { changed, stop: () => stop() }
  })

/** Milliseconds without a change after which typing has paused, and after which a change is passed on anyway. */
const PAUSE = 150
const LONGEST_WAIT = 600

/** Like {@link later}, but follows when the user pauses, for what takes a frame to draw. */
export const inPauses = <Value>($source: ReadableAtom<Value>): ReadableAtom<Value> =>
  followed($source, (follow) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let since = 0
    const changed = () => {
      since ||= performance.now()
      clearTimeout(timer)
      const left = since + LONGEST_WAIT - performance.now()
      timer = setTimeout(
        () => {
          since = 0
          follow()
        },
        Math.min(PAUSE, Math.max(0, left)),
      )
    }
    return { changed, stop: () => clearTimeout(timer) }
  })
