// The script of the embed snippet. It runs on third-party pages, where it adds nothing except what launcher.js creates.
// It works regardless of where and when it is loaded.
;(() => {
  const fail = (message: string, organization?: string) =>
    dispatchEvent(new CustomEvent('fieldhand:error', { detail: { message, organization } }))

  /** Returns the scripts of a document or shadow root, including those in nested open shadow roots. */
  function scriptsIn(root: Document | ShadowRoot): HTMLScriptElement[] {
    const own = [...root.querySelectorAll<HTMLScriptElement>('script[src*="/agent.js"]')]
    const roots = [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
    return own.concat(roots.flatMap(scriptsIn))
  }

  /**
   * Mounts the widget of the organization that a script names in its attributes or its URL. Returns whether it names
   * one.
   */
  function start(src: string, data: DOMStringMap): boolean {
    const { origin, searchParams } = new URL(src, location.href)
    const organization = data.organizationId || data.organization || searchParams.get('organization-id')
    if (!organization) return false
    const { buttonText, closedText, teaser, teaserAfter } = data
    import(`${origin}/assets/launcher.js`).then(
      ({ mount }) => mount({ origin, organization, buttonText, closedText, teaser, teaserAfter }),
      () => fail('The chat could not be loaded', organization),
    )
    return true
  }

  const script = document.currentScript
  // Modules and scripts in a shadow root can't find their element, so start all scripts that name an organization.
  const scripts = script instanceof HTMLScriptElement ? [script] : scriptsIn(document)
  const started = scripts.filter(({ src, dataset }) => start(src, dataset))
  // In a closed shadow root, only the URL is available.
  const [address] = /https?:\/\/[^\s()]+\/agent\.js\?[^\s():]*/.exec(new Error().stack ?? '') ?? []
  if (started.length === 0 && !(address && start(address, {}))) fail('No organization is named')
})()
