// The script of the embed snippet. It runs on third-party pages, where it adds nothing except what launcher.js creates.
// It works regardless of where and when it is loaded, and tells browsers that can't run launcher.js apart, so it uses no
// syntax newer than dynamic imports.
;(() => {
  // Replaced when the file is served. Plugins that merge or copy scripts lose the script's address, but not its text.
  const ORIGIN = '__WIDGET_ORIGIN__'
  /** The organization in the script's address, or an empty string. */
  const ADDRESSED = '__ORGANIZATION__'

  function fail(message: string, organization?: string, error: unknown = '') {
    // biome-ignore lint/suspicious/noConsole: owners look for errors in the console
    console.warn(`Fieldhand: ${message}`, error)
    dispatchEvent(new CustomEvent('fieldhand:error', { detail: { message, organization } }))
  }

  /** Returns the scripts of a document or shadow root, including those in nested open shadow roots. */
  function scriptsIn(root: Document | ShadowRoot): HTMLScriptElement[] {
    const own = [...root.querySelectorAll<HTMLScriptElement>('script[src*="/agent.js"]')]
    const roots = [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot || [])
    return own.concat(roots.flatMap(scriptsIn))
  }

  /** Returns the organization that a script names in its attributes or its address. */
  const named = ({ src, dataset }: HTMLScriptElement) =>
    dataset.organizationId ||
    (/\/agent\.js\?(?:.*&)?organization-id=([\w-]+)/.exec(src) || [])[1] ||
    dataset.organization

  function start(organization: string, { buttonText, closedText, teaser, teaserAfter }: DOMStringMap) {
    import(`${ORIGIN}/assets/launcher.js`)
      .then(({ mount }) =>
        mount({ origin: ORIGIN, organization, buttonText, closedText, teaser, teaserAfter }),
      )
      .catch((error) => fail('The chat could not be loaded', organization, error))
  }

  const script = document.currentScript as HTMLScriptElement | null
  // Modules, merged scripts, and scripts in a shadow root can't find their element, so start all scripts that name an
  // organization.
  const scripts = script && named(script) ? [script] : scriptsIn(document).filter(named)
  for (const each of scripts) start(named(each) as string, each.dataset)
  if (scripts.length > 0) return
  if (ADDRESSED) start(ADDRESSED, {})
  else fail('The embed code names no organization. Copy it again from the settings.')
})()
