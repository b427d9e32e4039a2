export interface Press {
  key: string
  /** The physical key, such as `KeyJ`. Used for keyboard layouts without Latin letters. */
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
  /** Whether an input method is composing a character. */
  isComposing: boolean
}

/** Returns the pressed character in lowercase. Uses the physical key if the keyboard layout has no Latin letters. */
export function characterOf({ key, code, shiftKey }: Pick<Press, 'key' | 'code' | 'shiftKey'>): string {
  const isForeignLetter = /^[^\p{ASCII}]$/u.test(key) && /^Key[A-Z]$/.test(code)
  const character = isForeignLetter ? code.charAt(3) : key
  // With Caps Lock, letters are uppercase without Shift.
  return shiftKey && !isForeignLetter ? character : character.toLowerCase()
}

/** Returns whether the key opens the palette: ⌘K on Apple devices, and Ctrl K on others. */
export function isPaletteKey(press: Press, isApple: boolean): boolean {
  const [wanted, other] = isApple ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey]
  const isPlain = !other && !press.altKey && !press.shiftKey && !press.isComposing
  return wanted && isPlain && characterOf(press) === 'k'
}
