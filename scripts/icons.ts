import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { CHROMIUM_FLAGS, ensureBrowser } from './lib/browser.ts'
import { ROOT } from './lib/files.ts'

/**
 * Renders the app icons from `public/icons/favicon.svg` in a browser. Run `node scripts/icons.ts` when the logo
 * changes.
 */

const ICONS = [
  { file: 'app-192.png', size: 192, inset: 0 },
  { file: 'app-512.png', size: 512, inset: 0 },
  // The platform crops these to its own shape: color extends to the edge, and the logo is within the safe zone.
  { file: 'app-maskable-512.png', size: 512, inset: 0.12 },
  { file: 'app-touch-180.png', size: 180, inset: 0.08 },
]

/** Android shows only the outline of a badge, so this one contains the leaves without their background. */
const BADGE = { file: 'badge.png', size: 96, inset: 0 }

const logo = readFileSync(join(ROOT, 'public', 'icons', 'favicon.svg'), 'utf8')
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: CHROMIUM_FLAGS })
try {
  for (const { file, size, inset } of [...ICONS, BADGE]) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    const edge = size * (1 - 2 * inset)
    const background = inset ? '#e64a19' : 'transparent'
    await page.setContent(
      `<style>html{background:${background}}body{margin:${size * inset}px}svg{display:block;width:${edge}px;height:${edge}px}</style>${file === BADGE.file ? logo.replace(/<rect[^>]*>/, '') : logo}`,
    )
    writeFileSync(join(ROOT, 'public', 'icons', file), await page.screenshot({ omitBackground: !inset }))
    await page.close()
  }
} finally {
  await browser.close()
}
