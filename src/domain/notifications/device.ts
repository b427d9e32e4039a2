const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|HeadlessChrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (list: typeof BROWSERS, userAgent: string) => list.find(([sign]) => sign.test(userAgent))?.[1]

/** Returns a name that helps an owner recognize a browser, such as `Chrome on Android`. */
export function deviceName(userAgent: string): string {
  return `${nameIn(BROWSERS, userAgent) ?? 'Browser'} on ${nameIn(SYSTEMS, userAgent) ?? 'this device'}`
}

/** Returns whether a browser can receive push messages only after the console was added to the home screen. */
export const needsHomeScreen = (userAgent: string): boolean => /\b(?:iPhone|iPad|iPod)\b/.test(userAgent)
