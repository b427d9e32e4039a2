import { useMediaQuery } from './use-media-query.ts'

/**
 * Returns whether the device is a phone or has a touch screen. Its controls are 44 px high (`styles/controls.css`), and
 * its own pickers for dates, times, and choices are the easiest to use.
 */
export const useTouch = () => useMediaQuery('(width < 768px), (pointer: coarse)')
