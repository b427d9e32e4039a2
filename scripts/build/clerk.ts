import clerk from '@clerk/astro'
import type { AstroIntegration } from 'astro'

type Setup = NonNullable<AstroIntegration['hooks']['astro:config:setup']>

/**
 * Clerk's integration without its `before-hydration` script, which would hold every island back until Clerk
 * has loaded, and for ever when it cannot. Its `page` script does the same work without holding anything.
 */
export function clerkIntegration(options: Parameters<typeof clerk>[0]): AstroIntegration {
  const integration = clerk(options)
  const setup = integration.hooks['astro:config:setup']
  const filtered: Setup = (context) =>
    setup?.({
      ...context,
      injectScript(stage, content) {
        if (stage !== 'before-hydration') context.injectScript(stage, content)
      },
    })
  return { ...integration, hooks: { ...integration.hooks, 'astro:config:setup': filtered } }
}
