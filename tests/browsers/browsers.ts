import type { Browser } from './browser.ts'
import { firefox } from './firefox.ts'
import { webkit } from './webkit.ts'

/** The browsers other than Chromium in which the core of the console is tested. */
export const BROWSERS: readonly Browser[] = [firefox, webkit]
