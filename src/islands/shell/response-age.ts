import { relativeTime } from '../../domain/time/relative-time.ts'
import { cacheResponses } from '../../stores/base/query/cached-responses.ts'
import { $responseAge, type ResponseAge } from '../../stores/base/query/response-age.ts'
import { $now } from '../../stores/base/time.ts'

/** Shows data cached during the last visit, with its age, and that data takes long to load. */

void cacheResponses()

const WORDS = {
  refreshing: 'Updating…',
  offline: 'You are offline.',
}

function words(shown: ResponseAge): string {
  if (shown.state === 'slow') return 'Loading takes longer than usual.'
  const age = relativeTime(new Date(shown.updatedAt).toISOString(), $now.get())
  return `Loaded ${age === 'Just now' ? 'just now' : age}. ${WORDS[shown.state]}`
}

function draw(): void {
  const pill = document.querySelector<HTMLElement>('[data-response-age]')
  const text = pill?.querySelector('[data-words]')
  if (!pill || !text) return
  const age = $responseAge.get()
  pill.hidden = !age
  if (age) {
    text.textContent = words(age)
    pill.dataset.state = age.state
  }
}

document.addEventListener('astro:after-swap', draw)
$responseAge.subscribe(draw)
$now.listen(draw)
