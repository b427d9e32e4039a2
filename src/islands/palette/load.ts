/** A module of its own, so that pages don't link the styles of what it loads. */
export const loadPalette = () => import('./mount.tsx')
export const loadKeys = () => import('./keys.ts')
