/** Returns whether the window is as narrow as a phone (docs/design.md, Breakpoints). */
export const isPhone = (): boolean => globalThis.matchMedia?.('(width < 768px)').matches ?? false
