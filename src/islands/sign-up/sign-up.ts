import { onBackOnline } from '../../platform/page/page-state.ts'
import { $sessionUnreachable, isReturning, mountSessionComponent } from '../../stores/base/session/session.ts'
import { signUpMode } from './mode.ts'

/** Mounts Clerk's form on the sign-up screen. Both forms share this route and link to each other. */
async function show(): Promise<void> {
  const slot = document.querySelector<HTMLElement>('[data-sign-up]')
  const host = slot?.querySelector<HTMLDivElement>('[data-host]')
  const skeleton = slot?.querySelector<HTMLElement>('[data-skeleton]')
  if (!host || !skeleton) return
  const mode = signUpMode(new URLSearchParams(location.search), isReturning())
  document.title = mode === 'sign-in' ? 'Sign in · Fieldhand' : 'Sign up · Fieldhand'
  new MutationObserver((_, observer) => {
    if (!host.querySelector('form, button')) return
    skeleton.hidden = true
    observer.disconnect()
  }).observe(host, { childList: true, subtree: true })
  const common = { routing: 'hash', fallbackRedirectUrl: '/' } as const
  if (mode === 'sign-in') {
    await mountSessionComponent('SignIn', host, { ...common, signUpUrl: '/sign-up?mode=sign-up' })
  } else {
    await mountSessionComponent('SignUp', host, { ...common, signInUrl: '/sign-up?mode=sign-in' })
  }
}

/** Shows the notice instead of the skeleton. */
function bindNotice(): void {
  const isUnreachable = $sessionUnreachable.get()
  const notice = document.querySelector<HTMLElement>('[data-session-unreachable]')
  if (notice) notice.hidden = !isUnreachable
  const skeleton = document.querySelector<HTMLElement>('[data-sign-up] [data-skeleton]')
  if (skeleton && isUnreachable) skeleton.hidden = true
}

/** Clerk doesn't retry, so without its form, the page starts again when the connection returns. */
onBackOnline(() => {
  if (document.querySelector('[data-sign-up] [data-host]:not(:has(form, button))')) location.reload()
})

document.addEventListener('astro:page-load', () => {
  const demo = document.querySelector<HTMLAnchorElement>('[data-to-sign-in]')
  // The fragment contains the page to return to after sign-in.
  if (demo) demo.hash = location.hash
  document.querySelector('.sign-up [data-reload]')?.addEventListener('click', () => location.reload())
  bindNotice()
  void show()
})
$sessionUnreachable.listen(bindNotice)
