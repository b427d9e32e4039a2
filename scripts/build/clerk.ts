import clerk from '@clerk/astro'
import type { AstroIntegration } from 'astro'

type Setup = NonNullable<AstroIntegration['hooks']['astro:config:setup']>

/** Waits until the page wants Clerk, and imports the router, which each page has, without one more request. */
const EDITS: readonly (readonly [from: string, to: string])[] = [
  ['await runInjectionScript(', 'await window.sessionWanted; $&'],
  ["const transitionClient = import('astro:transitions/client');", ''],
]
const ROUTER = "import * as transitionClient from 'astro:transitions/client'"

function edited(script: string, [from, to]: readonly [string, string]): string {
  if (!script.includes(from)) throw new Error("Clerk's page script has another form")
  return script.replaceAll(from, to)
}

/**
 * Clerk's integration without its `before-hydration` script, which blocks every island until Clerk has loaded, and
 * forever if it cannot load. Its `page` script does the same work without blocking, once the page wants Clerk
 * (layouts/session-scripts.astro).
 */
export function clerkIntegration(options: Parameters<typeof clerk>[0]): AstroIntegration {
  const integration = clerk(options)
  const setup = integration.hooks['astro:config:setup']
  const filtered: Setup = (context) =>
    setup?.({
      ...context,
      injectScript(stage, content) {
        if (stage === 'before-hydration') return
        context.injectScript(stage, `${ROUTER}\n${EDITS.reduce(edited, content)}`)
      },
    })
  return { ...integration, hooks: { ...integration.hooks, 'astro:config:setup': filtered } }
}
