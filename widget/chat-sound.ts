/** The frequencies of two short notes, in Hz. */
const NOTES = [660, 880]
const NOTE_SECONDS = 0.12
const VOLUME = 0.08

let audio: AudioContext | null = null

/**
 * Plays the tone for a new message. Does nothing in browsers that block sound until the visitor interacts with the
 * page.
 */
export function playTone(): void {
  try {
    audio ??= new AudioContext()
    void audio.resume()
    const gain = audio.createGain()
    gain.gain.value = VOLUME
    gain.connect(audio.destination)
    for (const [index, frequency] of NOTES.entries()) {
      const note = audio.createOscillator()
      note.frequency.value = frequency
      note.connect(gain)
      note.start(audio.currentTime + index * NOTE_SECONDS)
      note.stop(audio.currentTime + (index + 1) * NOTE_SECONDS)
    }
  } catch {
    // Sound is unavailable.
  }
}
