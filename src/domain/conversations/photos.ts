/** What the inbox shows of a visitor's text whose files can't be shown. */
export const UNREADABLE_FILE = '[A file that cannot be shown here]'

/**
 * Returns a text that stands for a message's photos where only text is shown, such as "Photo" or "3 photos". Returns
 * empty text if there are none.
 */
export const photosText = ({ length }: readonly unknown[]): string =>
  length === 0 ? '' : length === 1 ? 'Photo' : `${length} photos`
