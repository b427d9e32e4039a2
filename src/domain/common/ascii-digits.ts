/** The zeros of Arabic, Persian, Hindi, and Bengali, and the full-width one. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xff10]

/** Replaces the digits of other scripts with ASCII digits, at the same positions. */
export const asciiDigits = (text: string): string =>
  text.replace(/[^ -~]/g, (letter) => {
    const code = letter.charCodeAt(0)
    const zero = ZEROS.find((each) => code >= each && code < each + 10)
    return zero ? String(code - zero) : letter
  })
