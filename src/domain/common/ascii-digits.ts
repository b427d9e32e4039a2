const DIGIT = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\uff10-\uff19]/g
/** The zeros of Arabic, Persian, Hindi, and Bengali, and the full-width one. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xff10]

/** Replaces the digits of other scripts with ASCII digits, at the same positions. */
export const asciiDigits = (text: string): string =>
  text.replace(DIGIT, (digit) => {
    const code = digit.charCodeAt(0)
    return String(code - (ZEROS.find((zero) => code - zero < 10) ?? code))
  })
