import { lazyPart } from '../../../ui/lazy-part.tsx'

/** The parts of a lead that open on a click. */
export const TextMessage = lazyPart(() => import('./text-message.tsx'), { name: 'The message' })
export const QuestionAnswer = lazyPart(() => import('./question-answer.tsx'), { name: 'The answer' })
export const CallOutcome = lazyPart(() => import('./call-outcome.tsx'), {
  name: 'The call outcome',
})
