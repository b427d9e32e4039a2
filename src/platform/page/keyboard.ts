/** Returns whether the device has Apple's keyboard, with ⌘ in place of Ctrl. */
export const isApple = (): boolean => /Mac|iP(hone|ad|od)/.test(globalThis.navigator?.platform ?? '')
