/** Returns a text in place of photos, such as "Photo" or "3 photos"; empty if there are none. */
export const photosText = ({ length }: readonly unknown[]): string =>
  length === 0 ? '' : length === 1 ? 'Photo' : `${length} photos`
