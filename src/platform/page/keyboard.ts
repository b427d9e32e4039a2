/** Returns whether the device has an Apple keyboard, with ⌘ instead of Ctrl. */
export const isApple = (): boolean => /Mac|iP(hone|ad|od)/.test(globalThis.navigator?.platform ?? '')
