/**
 * Props of an antd Modal that comes and goes at once. Closed in the middle of its own opening, as by Forward and
 * Escape in a row, an animated one can stay on screen.
 */
export const STILL = { transitionName: '', maskTransitionName: '' } as const
