import { relativeTime } from '../../domain/time/relative-time.ts'
import { keepAnswers } from '../../stores/query/cached-responses.ts'
import { $answerAge, type AnswerAge } from '../../stores/query/response-age.ts'
import { $now } from '../../stores/shell/time.ts'

/** Shows data kept from the last visit, and its age. */

void keepAnswers()

const WORDS: Record<AnswerAge['state'], string> = {
  refreshing: 'Updating…',
  offline: 'You are offline.',
}

function words({ updatedAt, state }: AnswerAge): string {
  const age = relativeTime(new Date(updatedAt).toISOString(), $now.get())
  return `Loaded ${age === 'Just now' ? 'just now' : age}. ${WORDS[state]}`
}

function draw(): void {
  const pill = document.querySelector<HTMLElement>('[data-answer-age]')
  const text = pill?.querySelector('[data-words]')
  if (!pill || !text) return
  const age = $answerAge.get()
  pill.hidden = !age
  if (age) {
    text.textContent = words(age)
    pill.dataset.state = age.state
  }
}

document.addEventListener('astro:after-swap', draw)
$answerAge.subscribe(draw)
$now.listen(draw)
