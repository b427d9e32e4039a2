import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { build } from 'vite'
import { keptFiles } from './kept-files.ts'

const SOURCE = fileURLToPath(new URL('../../src/service-worker.ts', import.meta.url))
/**
 * The worker of the development server. It replaces the worker that a built console has installed at the same address,
 * which would show the built console instead, and removes itself.
 */
const DEVELOPMENT_WORKER = `
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', async () => {
  await self.registration.unregister()
  for (const page of await self.clients.matchAll({ type: 'window' })) page.navigate(page.url)
})
`

/**
 * Adds the service worker `sw.js` to the export, with the API's origin from `env`. Runs last, because it lists every
 * other file.
 */
export function serviceWorker(env: Record<string, string | undefined>): AstroIntegration {
  return {
    name: 'service-worker',
    hooks: {
      'astro:server:setup': ({ server }) => {
        server.middlewares.use('/sw.js', (_request, response) => {
          response.setHeader('Content-Type', 'text/javascript').end(DEVELOPMENT_WORKER)
        })
      },
      'astro:build:done': async ({ dir }) => {
        const root = fileURLToPath(dir)
        await build({
          configFile: false,
          logLevel: 'warn',
          define: {
            'self.__FILES': JSON.stringify(await keptFiles(root)),
            'self.__API_URL': JSON.stringify((env.PUBLIC_API_URL ?? '').replace(/\/+$/, '')),
            'process.env.NODE_ENV': '"production"',
          },
          build: {
            outDir: root,
            emptyOutDir: false,
            copyPublicDir: false,
            rolldownOptions: { input: SOURCE, output: { format: 'iife', entryFileNames: 'sw.js' } },
          },
        })
      },
    },
  }
}
