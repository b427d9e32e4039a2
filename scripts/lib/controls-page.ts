import { join } from 'node:path'
import { build } from 'vite'
import { antdStyles } from '../build/antd.ts'
import { themeCss } from '../build/theme-css.ts'
import { ROOT } from './files.ts'

/** The page's folder in an export. */
export const CONTROLS_PAGE = 'scenes-controls'

/** Adds the page with every control in every state to an export. */
export async function buildControlsPage(exportFolder: string): Promise<void> {
  await build({
    configFile: false,
    root: join(ROOT, 'scripts', 'scenes'),
    base: `/${CONTROLS_PAGE}/`,
    logLevel: 'error',
    plugins: [antdStyles(), themeCss()],
    build: {
      outDir: join(ROOT, exportFolder, CONTROLS_PAGE),
      emptyOutDir: true,
      chunkSizeWarningLimit: 1500,
    },
  })
}
