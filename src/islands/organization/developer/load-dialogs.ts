/** A separate module, so that the page doesn't link the styles of the module that it loads. */
export const loadDialogs = () => import('./mount.tsx')
