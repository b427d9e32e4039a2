/** A module of its own, so that the page doesn't link the styles of what it loads. */
export const loadBind = () => import('./bind.ts')
