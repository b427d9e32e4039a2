// The script of the embed snippet. It runs on third-party pages: it adds nothing there except what
// launcher.js creates, and works wherever and however late it is loaded.
;(() => {
  const included = document.querySelectorAll<HTMLScriptElement>('script[src*="/agent.js"]')
  const script = document.currentScript ?? included[included.length - 1]
  if (!(script instanceof HTMLScriptElement)) return
  const { origin } = new URL(script.src)
  const { organization, organizationId, buttonText, closedText } = script.dataset
  const organizationName = organizationId || organization
  if (!organizationName) {
    dispatchEvent(new CustomEvent('fieldhand:error', { detail: { message: 'No organization is named' } }))
    return
  }
  import(`${origin}/assets/launcher.js`).then(
    ({ mount }) => mount({ origin, organization: organizationName, buttonText, closedText }),
    () =>
      dispatchEvent(
        new CustomEvent('fieldhand:error', { detail: { message: 'The chat could not be loaded' } }),
      ),
  )
})()
