import { now } from '../../clock.ts'
import { sessionStamp } from '../../session-stamp.ts'
import { writeItem } from '../../storage/storage.ts'
import { whenIdle } from '../timing.ts'
import { KEPT, keyOf, type LastView, ownerOf, styleUrls } from './last-view.ts'

/** Longer views, such as lists with a hundred rows, are not worth the storage space. */
const LONGEST = 300_000

/** Elements that indicate an incomplete page, or content that the next visit does not start with. */
const PASSING = '.skeleton, [role="alert"]:not([hidden]), [aria-busy="true"], .message-translation'
const OPEN = 'dialog[open], :popover-open'

/** Elements and attributes that do not belong in a copy: they are active, or other elements refer to them. */
const ACTIVE = 'script, style, link, template, iframe, dialog, noscript'
const NAMES = ['id', 'name', 'for', 'autofocus', 'data-island']

/** The user who sees the page and the selected organization. */
interface Viewer {
  userId: string
  organizationId: string
}

/** Stores the content of the page for the same viewer's next visit, if the page is complete. */
function saveLastView(viewer: Viewer | null): void {
  const main = document.querySelector(KEPT)
  const stamp = sessionStamp()
  if (!main || !stamp || !viewer || main.querySelector(PASSING) || document.querySelector(OPEN)) return
  const html = htmlOf(main)
  if (html.length > LONGEST) return
  const view: LastView = {
    owner: ownerOf(stamp, viewer.userId, viewer.organizationId),
    drawnAt: now().getTime(),
    address: location.pathname + location.search,
    width: innerWidth,
    styles: styleUrls(),
    html,
  }
  writeItem(keyOf(location.pathname), JSON.stringify(view))
}

function htmlOf(main: Element): string {
  const copy = main.cloneNode(true) as Element
  for (const each of copy.querySelectorAll(ACTIVE)) each.remove()
  for (const each of copy.querySelectorAll(NAMES.map((name) => `[${name}]`).join())) {
    for (const name of NAMES) each.removeAttribute(name)
  }
  // Islands would be hydrated again.
  for (const island of copy.querySelectorAll('astro-island')) island.replaceWith(...island.childNodes)
  return copy.innerHTML
}

/** Milliseconds after which most pages are complete. */
const SOON = 5_000

/** Stores the view of this page and of later pages, a few seconds after each is opened and when the user leaves. */
export function saveViewsOf(viewerNow: () => Viewer | null): void {
  const save = () => saveLastView(viewerNow())
  const saveSoon = () => setTimeout(() => void whenIdle().then(save), SOON)
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) save()
  })
  document.addEventListener('astro:page-load', saveSoon)
  saveSoon()
}
