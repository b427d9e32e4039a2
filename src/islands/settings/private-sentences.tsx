import './private-sentences.css'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { counted } from '../../domain/common/counted.ts'
import { SETTINGS_FIELDS } from '../../domain/settings/fields.ts'
import type { ScreenedField } from '../../domain/settings/private-notes.ts'
import { movedSentences, movePrivate, privateSentences, undoMove } from '../../stores/settings/settings.ts'
import { Button } from '../../ui/button.tsx'
import { useFocusReturn } from '../../ui/use-focus-return.ts'
import { focusField } from './focus.ts'

/** Number of sentences shown before the user asks for all of them. */
const SHOWN_FIRST = 5

const NOTES = SETTINGS_FIELDS.private_notes.label

/** The sentences of a text that look private, with the action that moves them to the private notes. */
export function PrivateSentences({ field }: { field: ScreenedField }) {
  const sentences = [...new Set(useStore(privateSentences[field]))]
  const moved = useStore(movedSentences[field])
  const [showsAll, setShowsAll] = useState(false)
  const focus = useFocusReturn()
  if (sentences.length === 0 && moved === 0) return null
  const shown = showsAll ? sentences : sentences.slice(0, SHOWN_FIRST)
  return (
    <section
      {...focus}
      className="private-sentences"
      aria-label={`Private in ${SETTINGS_FIELDS[field].label}`}
    >
      {moved > 0 && (
        <>
          <p role="status">
            {counted(moved, 'sentence')} moved to {NOTES}, not saved yet.
          </p>
          <div className="private-actions">
            <Button
              quiet
              compact
              text="Undo"
              aria-label={`Undo: move to ${NOTES}`}
              onClick={() => undoMove(field)}
            />
            <Button quiet compact text={`Edit ${NOTES}`} onClick={() => focusField('private_notes')} />
          </div>
        </>
      )}
      {sentences.length > 0 && (
        <>
          <p role="status">
            {sentences.length === 1
              ? 'This sentence looks private and is withheld from your agent:'
              : `These ${sentences.length} sentences look private and are withheld from your agent:`}
          </p>
          <ul>
            {shown.map((sentence) => (
              <li key={sentence}>
                <span dir="auto">{sentence}</span>
              </li>
            ))}
          </ul>
          {shown.length < sentences.length && (
            <Button link text={`Show all ${sentences.length}`} onClick={() => setShowsAll(true)} />
          )}
          <Button
            quiet
            compact
            text={sentences.length === 1 ? `Move to ${NOTES}` : `Move all ${sentences.length} to ${NOTES}`}
            onClick={() => movePrivate(field)}
          />
          <p>If a sentence is meant for visitors, reword it.</p>
        </>
      )}
    </section>
  )
}
