// The script of the embed snippet. It runs on third-party pages: it adds nothing there except what
// launcher.js creates, and works wherever and however late it is loaded.
;(() => {
  const fail = (message: string) => dispatchEvent(new CustomEvent('fieldhand:error', { detail: { message } }))

  /** Returns the scripts of a document or shadow root, with those in open shadow roots inside. */
  function scriptsIn(root: Document | ShadowRoot): HTMLScriptElement[] {
    const own = [...root.querySelectorAll<HTMLScriptElement>('script[src*="/agent.js"]')]
    const roots = [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
    return own.concat(roots.flatMap(scriptsIn))
  }

  /** Mounts the widget that a script names; returns whether it names one. The address can do so as well as attributes. */
  function start(src: string, data: DOMStringMap): boolean {
    const { origin, searchParams } = new URL(src, location.href)
    const organization = data.organizationId || data.organization || searchParams.get('organization-id')
    if (!organization) return false
    const { buttonText, closedText, teaser, teaserAfter } = data
    import(`${origin}/assets/launcher.js`).then(
      ({ mount }) => mount({ origin, organization, buttonText, closedText, teaser, teaserAfter }),
      () => fail('The chat could not be loaded'),
    )
    return true
  }

  const script = document.currentScript
  // Modules and scripts in a shadow root do not know their element: start all that name an organization.
  const scripts = script instanceof HTMLScriptElement ? [script] : scriptsIn(document)
  const started = scripts.filter(({ src, dataset }) => start(src, dataset))
  // In a closed shadow root, only the address is known.
  const [address] = /https?:\/\/[^\s()]+\/agent\.js\?[^\s():]*/.exec(new Error().stack ?? '') ?? []
  if (started.length === 0 && !(address && start(address, {}))) fail('No organization is named')
})()
