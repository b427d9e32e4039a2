import { CHROMIUM_FLAGS, ensureBrowser } from '../../scripts/browser.ts'

/** For tests of what the headless shell lacks: push messages, and tabs that a click opens. */
export const WHOLE_BROWSER = { launchOptions: { executablePath: ensureBrowser(), args: CHROMIUM_FLAGS } }
