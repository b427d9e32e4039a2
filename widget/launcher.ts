import type { WidgetConfig } from '../src/contract/widget.ts'

/** Replaced with the API's origin when the file is served. */
const API_ORIGIN = '__API_ORIGIN__'
type Newest = 'colors' | 'open_times'

const HOURS_EVERY_MS = 30_000
/** The distance in pixels between the buttons of several widgets on one page. */
const NEIGHBOR = 76

/** The highest number that the badge shows. */
const MOST_UNREAD = 9
/** How long after the visitor's last message the website's pages load the chat to check for new messages. */
const CHATTING_MS = 30 * 86_400_000

/** The maximum length of the path and of each campaign parameter that are passed to the chat page. */
const MOST_ORIGIN = 500

/** Texts from the snippet, used until the owner's settings load, or if they can't be loaded. */
interface Snippet {
  origin: string
  organization: string
  buttonText?: string
  closedText?: string
  /** The text of the teaser. `teaserAfter` is its delay in seconds. */
  teaser?: string
  teaserAfter?: string
}

/** The API for the host page to control one widget, in `window.fieldhand`. */
interface Widget {
  organization: string
  isOpen: () => boolean
  open: (options?: { focus?: boolean }) => void
  close: () => void
  toggle: () => void
  /** Reloads the settings and the chat. Resolves when the settings are loaded. */
  refresh: () => Promise<void>
  /** Opens the chat and sends a text as the visitor. */
  send: (text: string) => void
  /** Deletes the visitor's conversation on this device and starts another one. */
  reset: () => void
}

interface Sdk extends Widget {
  /** Every widget on the page by organization. The SDK itself controls the first one. */
  widgets: Record<string, Widget>
}

declare global {
  interface Window {
    fieldhand?: Sdk
  }
}

const STYLES = `
:host { all: initial !important; --bottom: var(--fieldhand-bottom, 20px) !important; position: fixed !important; bottom: var(--bottom) !important; z-index: 2147483000 !important; overflow: visible !important; }
:host::backdrop { display: none !important; }
:host([hidden]) { display: none !important; }
:host(.right) { right: calc(20px + var(--shift) * var(--zoom)) !important; }
:host(.left) { left: calc(20px + var(--shift) * var(--zoom)) !important; }
.launcher { position: relative; display: flex; align-items: center; justify-content: center; gap: 10px; box-sizing: border-box; min-width: 60px; height: 60px; margin: 0; padding: 0 16px; border: 0; outline: 1px solid transparent; border-radius: 30px; background: var(--accent, #1573cd); color: var(--ink, #fff); transform: scale(var(--zoom)); transform-origin: bottom right; font: 600 16px/1.25 system-ui, sans-serif; cursor: pointer; box-shadow: 0 4px 16px rgb(0 0 0 / 25%); }
button:focus-visible { outline: 3px solid #fff; box-shadow: 0 0 0 6px #1a1a1a; }
.standard .label, :host(.open) .label { display: none; }
.expanded { padding: 0 22px 0 18px; max-width: min(320px, calc(100vw / var(--zoom) - 40px)); }
.label { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
svg { flex: none; }
.badge { position: absolute; top: -4px; right: -4px; min-width: 22px; height: 22px; box-sizing: border-box; padding: 0 6px; border: 2px solid #fff; border-radius: 11px; background: #c62828; color: #fff; font-size: 12px; line-height: 18px; }
.badge:empty, :host(.open) .badge { display: none; }
iframe { display: none; position: fixed; bottom: calc(var(--bottom) + 72px * var(--zoom)); width: min(390px, calc(100vw / var(--zoom) - 40px)); height: min(640px, calc((100vh - var(--bottom)) / var(--zoom) - 92px)); transform: scale(var(--zoom)); transform-origin: bottom right; border: 0; outline: 1px solid transparent; border-radius: 12px; background: Canvas; color-scheme: light dark; box-shadow: 0 8px 40px rgb(0 0 0 / 28%); }
:host(.right) iframe { right: 20px; }
:host(.left) iframe { left: 20px; }
:host(.left) * { transform-origin: bottom left; }
:host(.open) iframe { display: block; }
:host(.small) iframe { inset: var(--top) auto auto 0 !important; width: calc(100vw / var(--zoom)); height: calc(100vh / var(--zoom)); height: calc(100dvh / var(--zoom)); max-height: var(--height); transform-origin: top left; border-radius: 0; }
:host(.open.ready.small) .launcher { display: none; }
@media print { :host { display: none !important; } }
`

const PHONE = '(max-width: 480px), (max-width: 960px) and (max-height: 480px)'
/** From this ratio on, a page is shrunk on purpose rather than by rounding, and shrunk so much that it is a phone's. */
const LEAST_ZOOM = 1.2
const PHONE_ZOOM = 1.5

const CHAT_ICON = 'M4 4h16a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1h-8l-5 4v-4H4a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1z'
const CLOSE_ICON = 'M5 7l2-2 5 5 5-5 2 2-5 5 5 5-2 2-5-5-5 5-2-2 5-5z'
const SVG = 'http://www.w3.org/2000/svg'

function createIcon() {
  const svg = document.createElementNS(SVG, 'svg')
  for (const [name, value] of Object.entries({
    viewBox: '0 0 24 24',
    width: '28',
    height: '28',
    'aria-hidden': 'true',
  })) {
    svg.setAttribute(name, value)
  }
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('fill', 'currentColor')
  svg.append(path)
  return { svg, path }
}

/** Returns the page's path and the campaign parameters in its URL, as query parameters for the chat page. */
function whereFrom(): string {
  const found = new URLSearchParams()
  const query = new URLSearchParams(location.search)
  found.set('page', location.pathname.slice(0, MOST_ORIGIN))
  for (const name of ['utm_source', 'utm_medium', 'utm_campaign']) {
    const value = query.get(name)?.slice(0, MOST_ORIGIN)
    if (value) found.set(name, value)
  }
  return `&${found}`
}

/** Adds styles to a shadow root. */
function addStyles(root: ShadowRoot, styles: string) {
  try {
    // Constructed style sheets are exempt from the host page's style-src directive.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  } catch {
    // Safari before 16.4 can't construct them.
    root.append(Object.assign(document.createElement('style'), { textContent: styles }))
  }
}

const announce = (name: string, detail: object) =>
  dispatchEvent(new CustomEvent(`fieldhand:${name}`, { detail }))

/** Creates the widget of an organization. Subsequent calls do nothing. */
export async function mount(snippet: Snippet): Promise<void> {
  const { organization } = snippet
  // An element with the ID fieldhand is also `window.fieldhand`, but has no widgets.
  const widgets = window.fieldhand?.widgets ?? {}
  if (widgets[organization]) return
  const neighbors = new Set(Object.values(widgets)).size
  const widget = createWidget(snippet, neighbors)
  widgets[organization] = widget
  if (neighbors === 0) window.fieldhand = { ...widget, widgets }
  announce('ready', { organization })
}

const whenIdle = (task: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(task) : setTimeout(task, 2_000)

/** Stores when the visitor last wrote here, in the website's own storage. Has no effect if the browser blocks it. */
function chattingMark(organization: string) {
  const key = `fieldhand:chatting:${organization}`
  const attempt = <Result>(work: () => Result) => {
    try {
      return work()
    } catch {
      return null
    }
  }
  return {
    isSet: () => Date.now() - Number(attempt(() => localStorage.getItem(key))) < CHATTING_MS,
    set(isChatting: boolean) {
      attempt(() => (isChatting ? localStorage.setItem(key, `${Date.now()}`) : localStorage.removeItem(key)))
    },
  }
}

const badgeOf = (unread: number) => (unread > MOST_UNREAD ? `${MOST_UNREAD}+` : String(unread || ''))

function createWidget(
  { origin, organization, buttonText, closedText, teaser, teaserAfter }: Snippet,
  neighbors: number,
): Widget {
  const host = document.createElement('fieldhand-widget')
  const root = host.attachShadow({ mode: 'closed' })
  addStyles(root, STYLES)
  host.style.setProperty('--shift', `${neighbors * NEIGHBOR}px`)

  const button = document.createElement('button')
  button.type = 'button'
  const label = document.createElement('span')
  label.className = 'label'
  const badge = document.createElement('span')
  badge.className = 'badge'
  const icon = createIcon()
  button.append(icon.svg, label, badge)
  const frame = document.createElement('iframe')
  frame.allow = 'clipboard-write'
  root.append(button)

  // The preview page forwards its pass. No other page has this origin.
  const pass = location.origin === origin ? location.hash : ''

  /** During an update, an older server can answer without the newest parts. */
  let config: (Omit<WidgetConfig, Newest> & Partial<Pick<WidgetConfig, Newest>>) | null = null
  let isShown = false
  let hasOpened = false
  let isFrameReady = false
  let isResetWanted = false
  let focusWhenReady = false
  let toSend: string[] = []
  let unread = 0

  // The preview has no returning visitors.
  const chatting = location.origin === origin ? null : chattingMark(organization)

  /** Returns the text of the button, which depends on the business's hours. */
  function callToAction(): string {
    const now = new Date().toISOString()
    if (config?.open_times?.every(({ from, to }) => now < from || to <= now))
      return config?.closed_button_text ?? closedText ?? "We're Closed"
    return config?.button_text ?? buttonText ?? 'Get Free Quote'
  }

  function draw() {
    host.style.setProperty('--accent', config?.colors?.background ?? null)
    host.style.setProperty('--ink', config?.colors?.ink ?? null)
    const call = callToAction()
    const title = config?.bubble_launcher_title ?? 'Chat with us'
    host.className = `${config?.bubble_position === 'left' ? 'left' : 'right'}${isShown ? ' open' : ''}${isFrameReady ? ' ready' : ''}${adjust() ? ' small' : ''}`
    icon.path.setAttribute('d', isShown ? CLOSE_ICON : CHAT_ICON)
    button.className = `launcher ${config?.bubble_type === 'expanded' ? 'expanded' : 'standard'}`
    label.textContent = call
    badge.textContent = badgeOf(unread)
    button.title = `${title} · ${call}`
    const news = unread > 0 ? ` (${unread} unread)` : ''
    button.setAttribute('aria-label', isShown ? 'Close chat' : `${title}: ${call}${news}`)
    button.setAttribute('aria-expanded', String(isShown))
    frame.title = title
    place()
  }

  /**
   * Moves the widget to the browser's top layer, where it is unaffected by the page's z-index, transform, and overflow.
   * Adds it next to the body, which single-page apps replace. In browsers without popovers, the widget has a fixed
   * position.
   */
  function place() {
    if (!document.body || host.hidden) return
    if (!host.isConnected) document.documentElement.append(host)
    if (!('showPopover' in host)) return
    host.popover = 'manual'
    if (!host.matches(':popover-open')) host.showPopover()
  }

  function loadFrame() {
    isFrameReady = false
    // The widget host's own pages aren't part of the owner's website.
    const from = location.origin === origin ? '&preview=1' : whereFrom()
    frame.src = `${origin}/chat.html?org_id=${encodeURIComponent(organization)}&embedded=1${from}${pass.replace('#', '&')}`
    // Added on demand, because even an empty frame slows down the host page.
    if (frame.parentNode !== root) root.prepend(frame)
  }

  // In a sandbox without allow-same-origin, the chat has no origin either.
  const isSandboxed = self.origin === 'null'
  const tellFrame = (action: string, text?: string) =>
    frame.contentWindow?.postMessage({ action, text }, isSandboxed ? '*' : origin)

  function focusChat() {
    // Safari doesn't let a framed page of another origin take the focus.
    frame.focus()
    tellFrame('focus')
  }

  function sendAll() {
    for (const text of toSend) tellFrame('send', text)
    toSend = []
  }

  /**
   * Fits the widget to the screen. Returns whether the chat fills it, because it is a phone's. There, the chat is limited
   * to the part of the page that the on-screen keyboard doesn't cover, unless zoomed in.
   */
  function adjust(): boolean {
    const { clientWidth } = document.documentElement
    // Firefox before 91 has no visual viewport.
    const { width = 0, height, offsetTop, scale = 1 } = window.visualViewport ?? {}
    // Phones lay out a page without a viewport tag for a wide screen, and shrink it.
    const shrunk = width ? clientWidth / (width * scale) : 1
    const zoom = shrunk < LEAST_ZOOM ? 1 : shrunk
    const isZoomedIn = width < clientWidth * 0.99
    host.style.setProperty('--zoom', `${zoom}`)
    host.style.setProperty('--height', isZoomedIn ? 'none' : `${Number(height) / zoom}px`)
    host.style.setProperty('--top', isZoomedIn ? '0px' : `${offsetTop}px`)
    return zoom > PHONE_ZOOM || matchMedia(PHONE).matches
  }

  function open({ focus = true } = {}) {
    if (isShown) return
    // If the chat hasn't loaded since it was last opened, it might never load.
    if (!frame.src || (hasOpened && !isFrameReady)) loadFrame()
    isShown = true
    hasOpened = true
    focusWhenReady = focus
    void endTeaser?.then((end) => end?.())
    draw()
    if (isFrameReady) tellFrame('shown')
    if (focus && isFrameReady) focusChat()
    announce('opened', { organization })
  }

  function close() {
    if (!isShown) return
    const hasFocus = root.activeElement !== null
    isShown = false
    draw()
    tellFrame('hidden')
    if (hasFocus) button.focus()
    announce('closed', { organization })
  }

  function complain(message: string) {
    // biome-ignore lint/suspicious/noConsole: owners look for errors in the console
    console.warn(`Fieldhand: ${message}`)
    announce('error', { organization, message })
  }

  async function loadConfig() {
    try {
      const response = await fetch(
        `${API_ORIGIN}/api/v1/widget/${encodeURIComponent(organization)}/config${pass.replace('#', '?')}`,
      )
      if ([402, 403, 404, 409].includes(response.status)) {
        const { message } = await response.json()
        host.hidden = true
        return complain(message)
      }
      if (!response.ok) throw new Error(`HTTP ${response.status}`)
      config = await response.json()
    } catch (error) {
      complain(`The settings could not be loaded (${error instanceof Error ? error.message : error})`)
    }
    host.hidden = isDouble()
    draw()
  }

  /**
   * Returns whether another widget opens the same chat, because two embed codes name the organization differently. That
   * one stays, and also acts for this one.
   */
  function isDouble(): boolean {
    const { fieldhand } = window
    if (!fieldhand || !config) return false
    const { widgets } = fieldhand
    const same = widgets[config.organization_id] ?? widget
    widgets[config.organization_id] = same
    widgets[organization] = same
    if (same !== widget && fieldhand.organization === organization) Object.assign(fieldhand, same)
    return same !== widget
  }

  addEventListener('securitypolicyviolation', ({ blockedURI, disposition, effectiveDirective }) => {
    const blocked = [origin, API_ORIGIN].find((each) => blockedURI.startsWith(each))
    if (blocked && disposition === 'enforce')
      complain(`The website's Content-Security-Policy lacks ${effectiveDirective} ${blocked}`)
  })

  host.hidden = true
  const loaded = loadConfig()

  /** Loads a separate module, because most pages have no teaser. */
  async function addTeaser(text: string) {
    const [{ createTeaser }] = await Promise.all([import(`${origin}/assets/launcher-teaser.js`), loaded])
    const isUnwanted = () => isShown || host.hidden || chatting?.isSet()
    return createTeaser({ root, addStyles, organization, text, after: Number(teaserAfter), isUnwanted, open })
  }
  // The page works without its teaser.
  const endTeaser = teaser?.trim() ? addTeaser(teaser.trim()).catch(() => null) : undefined

  function onUnread(count: number) {
    if (unread !== count) {
      unread = count
      announce('unread', { organization, count })
    }
    draw()
  }

  function onReady() {
    isFrameReady = true
    if (isResetWanted) tellFrame('clearUserData')
    isResetWanted = false
    draw()
    if (isShown) tellFrame('shown')
    if (focusWhenReady && isShown) focusChat()
    sendAll()
  }

  addEventListener('message', ({ source, origin: from, data }: MessageEvent<unknown>) => {
    if (!source || source !== frame.contentWindow || from !== (isSandboxed ? 'null' : origin)) return
    const { source: app, type, count, isChatting } = Object(data)
    if (app !== 'fieldhand-chat') return
    if (type === 'close') close()
    if (type === 'unread' && isChatting !== undefined) {
      chatting?.set(isChatting)
      onUnread(Number(count))
    }
    if (type === 'ready') onReady()
  })
  const toggle = () => (isShown ? close() : open())
  button.addEventListener('click', toggle)
  button.addEventListener('pointerenter', () => frame.src || loadFrame(), { once: true })
  setInterval(draw, HOURS_EVERY_MS)
  addEventListener('online', () => isShown && !isFrameReady && loadFrame())
  for (const event of ['resize', 'scroll']) window.visualViewport?.addEventListener(event, draw)

  void loaded.then(() => {
    // Check for answers to a visitor who has written here before.
    if (!host.hidden && !frame.src && chatting?.isSet()) whenIdle(loadFrame)
  })
  addEventListener('DOMContentLoaded', place)

  const widget: Widget = {
    organization,
    isOpen: () => isShown,
    open,
    close,
    toggle,
    refresh() {
      if (frame.src) loadFrame()
      return loadConfig()
    },
    send(text) {
      toSend.push(text)
      open({ focus: false })
      if (isFrameReady) sendAll()
    },
    reset() {
      toSend = []
      if (isFrameReady) return tellFrame('clearUserData')
      if (!frame.src && !chatting?.isSet()) return
      isResetWanted = true
      if (!frame.src) loadFrame()
    },
  }
  return widget
}
