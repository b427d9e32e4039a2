/** A separate module, so that pages don't link the styles of the modules that it loads. */
export const loadPalette = () => import('./mount.tsx')
export const loadKeys = () => import('./keys.ts')
