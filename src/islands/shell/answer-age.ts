import { relativeTime } from '../../domain/relative-time.ts'
import { $answerAge, type AnswerAge } from '../../stores/answer-age.ts'
import { keepAnswers } from '../../stores/kept-answers.ts'
import { $now } from '../../stores/time.ts'

/** Draws what this device kept of the last visit, and says how old it is while the page shows it. */

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
