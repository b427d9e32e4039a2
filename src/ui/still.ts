/**
 * Props of an antd Modal without animation. An animated one that closes while it opens, as by Forward and
 * Escape in a row, can stay on screen.
 */
export const STILL = { transitionName: '', maskTransitionName: '' } as const
