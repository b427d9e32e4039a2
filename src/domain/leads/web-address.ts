/** Returns whether a link from the API opens a web page. Other links could run scripts. */
export const isWebAddress = (url: string): boolean => /^https?:$/.test(URL.parse(url)?.protocol ?? '')
