/** Hertz, one after the other. */
const TONES = [659.25, 880]

/** Seconds of each. */
const LENGTH = 0.16

const VOLUME = 0.15

let context: AudioContext | undefined

/** Plays two short tones. False where the browser plays nothing, as before the first click on a page; nothing is thrown. */
export async function playChime(): Promise<boolean> {
  try {
    context ??= new AudioContext()
    // A context that may not sound yet waits for ever.
    if (context.state === 'suspended') {
      await Promise.race([context.resume(), new Promise((resolve) => setTimeout(resolve, 500))])
    }
    if (context.state !== 'running') return false
    for (const [index, tone] of TONES.entries()) play(context, tone, context.currentTime + index * LENGTH)
    return true
  } catch {
    return false
  }
}

function play(audio: AudioContext, frequency: number, start: number): void {
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  tone.frequency.value = frequency
  volume.gain.setValueAtTime(VOLUME, start)
  volume.gain.exponentialRampToValueAtTime(0.001, start + LENGTH)
  tone.connect(volume).connect(audio.destination)
  tone.start(start)
  tone.stop(start + LENGTH)
}
