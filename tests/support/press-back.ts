import type { Page } from '@playwright/test'

/** Presses Back without waiting for another page, because the console can close something instead. */
export const pressBack = (page: Page): void => void page.goBack().catch(() => undefined)
