import type { WidgetConfig } from '../src/contract/widget.ts'
import { surface } from '../src/domain/common/color.ts'
import { isOpen } from '../src/domain/settings/business-hours.ts'

/** Replaced with the API's origin when the file is served. */
const API_ORIGIN = '__API_ORIGIN__'
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
:host(.right) { right: calc(20px + var(--shift)) !important; }
:host(.left) { left: calc(20px + var(--shift)) !important; }
.launcher { position: relative; display: flex; align-items: center; justify-content: center; gap: 10px; box-sizing: border-box; min-width: 60px; height: 60px; margin: 0; padding: 0 16px; border: 0; outline: 1px solid transparent; border-radius: 30px; background: var(--accent); color: var(--ink); font: 600 16px/1.25 system-ui, sans-serif; cursor: pointer; box-shadow: 0 4px 16px rgb(0 0 0 / 25%); }
button:focus-visible { outline: 3px solid #fff; box-shadow: 0 0 0 6px #1a1a1a; }
.standard .label, :host(.open) .label { display: none; }
.expanded { padding: 0 22px 0 18px; max-width: min(320px, calc(100vw - 40px)); }
.label { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
svg { flex: none; }
.badge { position: absolute; top: -4px; right: -4px; min-width: 22px; height: 22px; box-sizing: border-box; padding: 0 6px; border: 2px solid #fff; border-radius: 11px; background: #c62828; color: #fff; font-size: 12px; line-height: 18px; }
.badge:empty, :host(.open) .badge { display: none; }
iframe { display: none; position: fixed; bottom: calc(var(--bottom) + 72px); width: min(390px, calc(100vw - 40px)); height: min(640px, calc(100vh - 92px - var(--bottom))); border: 0; outline: 1px solid transparent; border-radius: 12px; background: Canvas; color-scheme: light dark; box-shadow: 0 8px 40px rgb(0 0 0 / 28%); }
:host(.right) iframe { right: 20px; }
:host(.left) iframe { left: 20px; }
:host(.open) iframe { display: block; }
@media (max-width: 480px), (max-width: 960px) and (max-height: 480px) { iframe { inset: var(--top) 0 auto !important; width: 100vw; height: 100vh; height: 100dvh; max-height: var(--height); border-radius: 0; } :host(.open.ready) .launcher { display: none; } }
@media print { :host { display: none !important; } }
`

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

const announce = (name: string, detail: object) =>
  dispatchEvent(new CustomEvent(`fieldhand:${name}`, { detail }))

/** Creates the widget of an organization. Subsequent calls do nothing. */
export async function mount(snippet: Snippet): Promise<void> {
  const { organization } = snippet
  // An element with the ID fieldhand is also `window.fieldhand`, but has no widgets.
  const widgets = window.fieldhand?.widgets ?? {}
  if (Object.hasOwn(widgets, organization)) return
  const neighbors = Object.keys(widgets).length
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
  // Constructed style sheets are exempt from the host page's style-src directive.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(STYLES)
  root.adoptedStyleSheets = [sheet]

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

  let config: WidgetConfig | null = null
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
    const closed = config !== null && !isOpen({ ...config, hours: config.business_hours }, new Date())
    if (closed) return config?.closed_button_text ?? closedText ?? "We're Closed"
    return config?.button_text ?? buttonText ?? 'Get Free Quote'
  }

  function draw() {
    const colors = surface(config?.widget_color ?? '')
    host.style.setProperty('--accent', colors.background)
    host.style.setProperty('--ink', colors.ink)
    const call = callToAction()
    const title = config?.bubble_launcher_title ?? 'Chat with us'
    host.className = `${config?.bubble_position === 'left' ? 'left' : 'right'}${isShown ? ' open' : ''}${isFrameReady ? ' ready' : ''}`
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

  /** On a phone, limits the chat to the part of the page that the on-screen keyboard doesn't cover, unless zoomed in. */
  function avoidKeyboard() {
    const { height, offsetTop, scale = 2 } = visualViewport ?? {}
    const isZoomed = scale > 1.01
    host.style.setProperty('--height', isZoomed ? 'none' : `${height}px`)
    host.style.setProperty('--top', isZoomed ? '0px' : `${offsetTop}px`)
  }

  function open({ focus = true } = {}) {
    if (isShown) return
    // If the chat hasn't loaded since it was last opened, it might never load.
    if (!frame.src || (hasOpened && !isFrameReady)) loadFrame()
    isShown = true
    hasOpened = true
    focusWhenReady = focus
    void endTeaser?.then((end) => end?.())
    avoidKeyboard()
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

  async function loadConfig() {
    try {
      const response = await fetch(
        `${API_ORIGIN}/api/v1/widget/${encodeURIComponent(organization)}/config${pass.replace('#', '?')}`,
      )
      if ([402, 403, 404, 409].includes(response.status)) {
        const { message } = await response.json()
        host.hidden = true
        // biome-ignore lint/suspicious/noConsole: owners look for errors in the console
        console.warn(`Fieldhand: ${message}`)
        announce('error', { organization, message })
        return
      }
      if (!response.ok) throw new Error(`HTTP ${response.status}`)
      config = await response.json()
    } catch (error) {
      const message = error instanceof Error ? error.message : 'The settings could not be loaded'
      announce('error', { organization, message })
    }
    host.hidden = false
    draw()
  }

  host.hidden = true
  const loaded = loadConfig()

  /** Loads a separate module, because most pages have no teaser. */
  async function addTeaser(text: string) {
    const [{ createTeaser }] = await Promise.all([import(`${origin}/assets/launcher-teaser.js`), loaded])
    const isUnwanted = () => isShown || host.hidden || chatting?.isSet()
    return createTeaser({ root, organization, text, after: Number(teaserAfter), isUnwanted, open })
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
  for (const event of ['resize', 'scroll'])
    visualViewport?.addEventListener(event, () => isShown && avoidKeyboard())

  void loaded.then(() => {
    // Check for answers to a visitor who has written here before.
    if (!host.hidden && !frame.src && chatting?.isSet()) whenIdle(loadFrame)
  })
  addEventListener('DOMContentLoaded', place)

  return {
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
}
