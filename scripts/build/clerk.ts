import clerk from '@clerk/astro'
import type { AstroIntegration } from 'astro'
import type { Plugin } from 'vite'

type Setup = NonNullable<AstroIntegration['hooks']['astro:config:setup']>

/**
 * Edits to Clerk's script: it waits until the page requires Clerk, imports the router that each page already has
 * without another request, and omits the code for pages without the router.
 */
const EDITS: readonly (readonly [from: RegExp, to: string])[] = [
  [/\} else \{\s+await runInjectionScript[\s\S]*$/, '}'],
  [/await runInjectionScript\(/, 'await window.sessionWanted; $&'],
  [/const transitionClient = import\('astro:transitions\/client'\);/, ''],
]
const ROUTER = "import * as transitionClient from 'astro:transitions/client'"

function edited(script: string, [from, to]: readonly [RegExp, string]): string {
  if (!from.test(script)) throw new Error("Clerk's page script has another form")
  return script.replace(from, to)
}

const ID = 'virtual:clerk'

/** Serves Clerk's `page` script as a module, so that it doesn't need a separate file. */
const servePageScript = (script: string): Plugin => ({
  name: 'clerk-page-script',
  resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
  load: (id) => (id === `\0${ID}` ? `${ROUTER}\n${EDITS.reduce(edited, script)}` : undefined),
})

/**
 * Wraps Clerk's integration without its `before-hydration` script, which blocks every island until Clerk has loaded,
 * and forever if it can't load. Its `page` script does the same work without blocking, once the page requires Clerk
 * (layouts/session-scripts.astro). Each page imports it as `virtual:clerk` (islands/shell/page.ts).
 */
export function clerkIntegration(options: Parameters<typeof clerk>[0]): AstroIntegration {
  const integration = clerk(options)
  const setup = integration.hooks['astro:config:setup']
  const filtered: Setup = (context) =>
    setup?.({
      ...context,
      injectScript(stage, content) {
        if (stage === 'page') context.updateConfig({ vite: { plugins: [servePageScript(content)] } })
      },
    })
  return { ...integration, hooks: { ...integration.hooks, 'astro:config:setup': filtered } }
}
