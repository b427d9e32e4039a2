import { now } from '../../clock.ts'
import { $session } from '../../session/session.ts'
import { sessionStamp } from '../../session/stamp.ts'
import { writeItem } from '../../storage/storage.ts'
import { whenIdle } from '../timing.ts'
import { KEPT, keyOf, type LastView, ownerOf, styleUrls } from './last-view.ts'

/** Longer views, such as lists with a hundred rows, are not worth their place on the device. */
const LONGEST = 300_000

/** What shows that a page is not complete, or shows something that the next visit does not begin with. */
const PASSING = '.skeleton, [role="alert"]:not([hidden]), [aria-busy="true"]'
const OPEN = 'dialog[open], .ant-modal-wrap, :popover-open'

/** What does not belong into a copy: it acts by itself, or it is named by others. */
const ACTIVE = 'script, style, link, template, iframe, dialog, noscript'
const NAMES = ['id', 'name', 'for', 'autofocus', 'data-island']

/** Stores what the page shows, if it is complete, for the same user's next visit. */
export function saveLastView(): void {
  const main = document.querySelector(KEPT)
  const stamp = sessionStamp()
  const { user, organization } = $session.get()
  if (
    !main ||
    !stamp ||
    !user ||
    !organization ||
    main.querySelector(PASSING) ||
    document.querySelector(OPEN)
  )
    return
  const html = htmlOf(main)
  if (html.length > LONGEST) return
  const view: LastView = {
    owner: ownerOf(stamp, user.id, organization.id),
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

const saveSoon = () => setTimeout(() => void whenIdle().then(saveLastView), SOON)

/** Stores the view of this page and of the next ones, some seconds after they are opened and when the user leaves. */
export function saveLastViews(): void {
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) saveLastView()
  })
  document.addEventListener('astro:page-load', saveSoon)
  saveSoon()
}
