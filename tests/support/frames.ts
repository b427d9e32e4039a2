/** Stubs a page whose frames the test paints. Restoring the test's stubs removes it. */
export function stubFrames(stub: (name: string, value: unknown) => unknown) {
  const waiting = new Map<number, () => void>()
  let last = 0
  stub('document', { hidden: false })
  stub('requestAnimationFrame', (draw: () => void) => {
    last += 1
    waiting.set(last, draw)
    return last
  })
  stub('cancelAnimationFrame', (frame: number) => waiting.delete(frame))
  return {
    /** Paints one frame and runs its callbacks. */
    paint: async () => {
      const frame = [...waiting.values()]
      waiting.clear()
      for (const draw of frame) draw()
      await new Promise((resolve) => setTimeout(resolve))
    },
  }
}
