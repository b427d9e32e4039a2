import clerk from '@clerk/astro'
import type { AstroIntegration } from 'astro'

type Setup = NonNullable<AstroIntegration['hooks']['astro:config:setup']>

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
        const waiting = content.replaceAll('await runInjectionScript(', 'await window.sessionWanted; $&')
        if (waiting === content) throw new Error("Clerk's page script has another form")
        context.injectScript(stage, waiting)
      },
    })
  return { ...integration, hooks: { ...integration.hooks, 'astro:config:setup': filtered } }
}
