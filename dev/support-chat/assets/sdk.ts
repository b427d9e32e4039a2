// The API of Chatwoot's website SDK: the same settings, methods, events, elements, cookies, and messages. The frame
// contacts no server.
;(() => {
  interface Host {
    chatwootSettings?: { hideMessageBubble?: boolean }
    chatwootSDK?: object
    $chatwoot?: object
  }

  const STYLES = `
#cw-widget-holder { position: fixed; z-index: 2147483000; right: 0; bottom: 0; width: 100%; height: 100%; overflow: hidden; background: #fff; box-shadow: 0 8px 40px rgb(0 0 0 / 28%); }
#cw-widget-holder iframe { width: 100%; height: 100%; border: 0; color-scheme: light; }
.woot-widget-bubble { position: fixed; z-index: 2147483000; right: 20px; bottom: 20px; width: 64px; height: 64px; border: 0; border-radius: 32px; background: #9c2c09; color: #fff; font: 600 14px system-ui, sans-serif; cursor: pointer; }
.woot--hide { visibility: hidden !important; }
.woot-hidden { display: none !important; }
@media (min-width: 668px) {
  #cw-widget-holder { right: 20px; bottom: 104px; width: 400px; height: calc(90% - 84px); min-height: 250px; max-height: 640px; border-radius: 16px; }
  #cw-widget-holder.woot-widget--without-bubble { bottom: 20px; }
}
@media print { #cw-widget-holder { display: none; } }
`
  const PREFIX = 'chatwoot-widget:'
  const CONVERSATION = 'cw_conversation'
  const YEAR_SECONDS = 31_536_000
  const host = window as unknown as Host

  const announce = (name: string) => dispatchEvent(new CustomEvent(`chatwoot:${name}`, { detail: null }))

  function readCookie(name: string): string {
    const pair = document.cookie.split('; ').find((entry) => entry.startsWith(`${name}=`))
    return pair ? decodeURIComponent(pair.slice(name.length + 1)) : ''
  }

  function writeCookie(name: string, value: string | null) {
    const rest = value === null ? 'max-age=0' : `max-age=${YEAR_SECONDS}`
    // biome-ignore lint/suspicious/noDocumentCookie: Firefox and Safari don't support the Cookie Store API.
    document.cookie = `${name}=${encodeURIComponent(value ?? '')}; path=/; samesite=lax; ${rest}`
  }

  function element(id: string, classes: string): HTMLElement {
    const made = document.createElement('div')
    made.id = id
    made.className = classes
    return made
  }

  function button(title: string, text: string, classes: string): HTMLElement {
    const made = document.createElement('button')
    made.type = 'button'
    made.title = title
    made.textContent = text
    made.className = classes
    return made
  }

  function run({ baseUrl, websiteToken }: { baseUrl: string; websiteToken: string }) {
    if (host.$chatwoot) return
    const hasBubble = !host.chatwootSettings?.hideMessageBubble
    const userCookie = `cw_user_${websiteToken}`
    const { origin } = new URL(baseUrl)
    const isPhone = matchMedia('(max-width: 667px)')

    const holder = element('cw-widget-holder', 'woot-widget-holder woot--hide')
    if (!hasBubble) holder.classList.add('woot-widget--without-bubble')
    const bubbles = element('cw-bubble-holder', 'woot--bubble-holder')
    if (!hasBubble) bubbles.classList.add('woot-hidden')
    const bubble = button('Open chat window', 'Chat', 'woot-widget-bubble')
    const closer = button('Close', '×', 'woot-widget-bubble woot--close woot--hide')
    bubbles.append(bubble, closer)

    const frame = document.createElement('iframe')
    frame.id = 'chatwoot_live_chat_widget'
    frame.title = 'Support chat'
    const frameUrl = () => {
      const query = new URLSearchParams({ website_token: websiteToken })
      const conversation = readCookie(CONVERSATION)
      if (conversation) query.set(CONVERSATION, conversation)
      return `${baseUrl}/widget?${query}`
    }

    const post = (event: string, values: object) =>
      frame.contentWindow?.postMessage(PREFIX + JSON.stringify({ event, ...values }), origin)

    function toggle(state?: 'open' | 'close') {
      const next = state === undefined ? !chatwoot.isOpen : state === 'open'
      if (next === chatwoot.isOpen) return
      chatwoot.isOpen = next
      for (const each of [holder, bubble, closer]) each.classList.toggle('woot--hide')
      post('toggle-open', { isOpen: next })
      announce(next ? 'opened' : 'closed')
    }

    const showSize = () => post('toggle-close-button', { isMobile: isPhone.matches })

    const chatwoot = {
      hasLoaded: false,
      isOpen: false,
      resetTriggered: false,
      user: null as object | null,
      attributes: null as object | null,
      toggle,
      setUser(identifier: string | number, user: object) {
        if (typeof identifier !== 'string' && typeof identifier !== 'number') {
          throw new Error('Identifier should be a string or a number')
        }
        if (!['avatar_url', 'email', 'name'].some((key) => key in (user ?? {}))) {
          throw new Error('User object should have one of the keys [avatar_url, email, name]')
        }
        chatwoot.user = { identifier, user }
        writeCookie(userCookie, String(identifier))
        post('set-user', chatwoot.user)
      },
      setCustomAttributes(customAttributes: object) {
        if (!customAttributes || Object.keys(customAttributes).length === 0) {
          throw new Error('Custom attributes should have at least one key')
        }
        chatwoot.attributes = { customAttributes }
        post('set-custom-attributes', chatwoot.attributes)
      },
      reset() {
        toggle('close')
        chatwoot.user = null
        chatwoot.attributes = null
        writeCookie(CONVERSATION, null)
        writeCookie(userCookie, null)
        chatwoot.resetTriggered = true
        frame.src = frameUrl()
      },
    }

    const received: Record<string, (message: { config?: { authToken?: string } }) => void> = {
      loaded({ config }) {
        if (config?.authToken) writeCookie(CONVERSATION, config.authToken)
        chatwoot.hasLoaded = true
        if (chatwoot.user) post('set-user', chatwoot.user)
        if (chatwoot.attributes) post('set-custom-attributes', chatwoot.attributes)
        post('toggle-open', { isOpen: chatwoot.isOpen })
        showSize()
        if (!chatwoot.resetTriggered) announce('ready')
      },
      closeWindow: () => toggle('close'),
    }
    addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
      if (source !== frame.contentWindow || typeof data !== 'string' || !data.startsWith(PREFIX)) return
      const message = JSON.parse(data.slice(PREFIX.length))
      received[message.event]?.(message)
    })
    isPhone.addEventListener('change', showSize)
    bubbles.addEventListener('click', () => toggle())

    document.addEventListener('astro:before-swap', (event) => {
      const { newDocument } = event as Event & { newDocument: Document }
      for (const each of [bubbles, holder]) {
        if (!newDocument.getElementById(each.id)) newDocument.body.append(each)
      }
    })

    const sheet = new CSSStyleSheet()
    sheet.replaceSync(STYLES)
    document.adoptedStyleSheets.push(sheet)
    host.$chatwoot = chatwoot
    frame.src = frameUrl()
    holder.append(frame)
    document.body.append(holder, bubbles)
  }

  host.chatwootSDK = { run }
})()
