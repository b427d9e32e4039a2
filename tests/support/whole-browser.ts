import { CHROMIUM_FLAGS, ensureBrowser } from '../../scripts/browser.ts'

/** Options for tests of features that the headless shell lacks: push messages, and tabs opened by a click. */
export const WHOLE_BROWSER = { launchOptions: { executablePath: ensureBrowser(), args: CHROMIUM_FLAGS } }
