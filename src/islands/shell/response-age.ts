import { clockTime } from '../../domain/time/clock-time.ts'
import { cacheResponses } from '../../stores/base/query/cached-responses.ts'
import { checkServer } from '../../stores/base/query/outage.ts'
import { $responseAge, type ResponseAge } from '../../stores/base/query/response-age.ts'
import { $now } from '../../stores/base/time.ts'
import { $waitingSwitch, cancelSwitch, followSwitches } from '../../stores/organization/switch.ts'

/**
 * Says once, on every screen, that the server can't be reached, that data is from the last visit, or that it takes long
 * to load. While the server can't be reached, elements with `data-while="reachable"` are hidden, because they would
 * repeat it.
 */

void cacheResponses()

const OUTAGES = { offline: "You're offline.", unreachable: "Can't reach Fieldhand." }

function words(age: ResponseAge): string {
  if (age.state === 'slow') return 'Loading takes longer than usual.'
  const shown = age.updatedAt && `Showing ${clockTime(new Date(age.updatedAt), $now.get())}.`
  if (age.state === 'refreshing') return `${shown} Updating…`
  return `${OUTAGES[age.state]} ${shown ?? 'Nothing to show yet.'}`
}

const isOutage = (age: ResponseAge | null) => age !== null && age.state in OUTAGES

function draw(): void {
  const age = $responseAge.get()
  document.documentElement.toggleAttribute('data-outage', isOutage(age))
  const pill = document.querySelector<HTMLElement>('[data-response-age]')
  const text = pill?.querySelector('[data-words]')
  if (!pill || !text) return
  drawSwitch(pill, age)
  pill.hidden = !age && !$waitingSwitch.get()
  pill.toggleAttribute('data-state', age !== null)
  text.toggleAttribute('hidden', !age)
  if (age) {
    const said = words(age)
    // Writing the same text again would announce it again.
    if (text.textContent !== said) text.textContent = said
    pill.dataset.state = age.state
  }
}

/** Says that a switch of the organization waits. */
function drawSwitch(pill: Element, age: ResponseAge | null): void {
  const waiting = $waitingSwitch.get()
  const words = pill.querySelector<HTMLElement>('[data-switch-words]')
  const cancel = pill.querySelector<HTMLElement>('[data-switch-cancel]')
  if (!words || !cancel) return
  words.hidden = !waiting
  cancel.hidden = !waiting
  const when = isOutage(age) ? ' once Fieldhand can be reached' : '…'
  words.textContent = waiting ? `Switching to ${waiting.name}${when}.`.replace('….', '…') : ''
}

async function retry(button: HTMLButtonElement): Promise<void> {
  button.disabled = true
  await checkServer()
  button.disabled = false
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest<HTMLButtonElement>('[data-response-age] button')
  if (!button) return
  if (button.hasAttribute('data-retry')) void retry(button)
  else cancelSwitch()
})
document.addEventListener('astro:after-swap', draw)
$responseAge.subscribe(draw)
$now.listen(draw)
$waitingSwitch.listen(draw)
followSwitches()
