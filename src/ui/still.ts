/**
 * Props that turn off an antd Modal's animation. An animated modal that closes while it opens, for example after
 * Forward and Escape in a row, can stay on screen.
 */
export const STILL = { transitionName: '', maskTransitionName: '' } as const
