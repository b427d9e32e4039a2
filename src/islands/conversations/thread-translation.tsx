import './thread.css'
import { useStore } from '@nanostores/react'
import { useEffect, useMemo } from 'react'
import type { InboxThread } from '../../contract/conversations.ts'
import { counted } from '../../domain/common/counted.ts'
import { languageNames } from '../../domain/conversations/language-names.ts'
import { reasonOf } from '../../stores/base/failures.ts'
import {
  hideTranslations,
  retryTranslations,
  showTranslations,
  translateNext,
  translationsIn,
} from '../../stores/conversations/translation.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-panel.tsx'

/**
 * Offers to read a conversation in English, and translates it while that is on. Renders nothing for an English
 * conversation, or if the API translates none.
 */
export function ThreadTranslation({ thread }: { thread: InboxThread }) {
  const { conversation, translation } = thread
  const { id } = conversation
  const translations = useStore(useMemo(() => translationsIn(id), [id]))
  const { isShown, isFetching, error, messages } = translations
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the translations can lead to a request
  useEffect(() => void translateNext(thread), [thread, translations])

  const translated = Object.values(messages)
  const foreign = Object.values(translation?.languages ?? {})
  const codes = isShown ? [...foreign, ...translated.map(({ language }) => language)] : foreign
  if (!translation || codes.length === 0) return null
  if (!translation.is_ready) {
    return <p className="thread-translation muted">Translation needs a language model.</p>
  }
  const failed = translated.filter(({ text }) => text === null).length
  const outcome =
    failed > 0 ? `${counted(failed, 'message')} not translated` : `Translated from ${languageNames(codes)}`
  const state = isFetching ? 'Translating…' : outcome
  return (
    <>
      <div className="thread-translation">
        <p className="muted" role="status">
          {isShown ? state : `In ${languageNames(codes)}`}
        </p>
        {isShown && failed > 0 && !isFetching && (
          <Button link text="Try again" onClick={() => retryTranslations(id)} />
        )}
        <Button
          quiet
          compact
          text={isShown ? 'Show originals' : 'Translate'}
          onClick={() => (isShown ? hideTranslations(id) : showTranslations(id))}
        />
      </div>
      {isShown && error !== null && (
        <FailureNote
          title="The translation failed"
          reason={reasonOf(error)}
          onRetry={() => retryTranslations(id)}
        />
      )}
    </>
  )
}
