import '../../../ui/form.css'
import './import.css'
import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { IMPORT_LIMITS } from '../../../contract/lead-imports.ts'
import { $import, chooseFile, rejectFile } from '../../../stores/leads/import/import.ts'
import { tooLarge } from '../../../stores/leads/import/read-file.ts'
import { $leadPanel, showLeadPanel } from '../../../stores/leads/panels.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Steps } from '../../../ui/steps.tsx'
import { useUpdated } from '../../../ui/use-updated.ts'
import { ChooseFile } from './choose-file.tsx'
import { Columns } from './columns.tsx'
import { Outcome } from './outcome.tsx'
import { Progress } from './progress.tsx'
import { Review } from './review.tsx'

const TITLES = {
  choose: 'Import leads',
  map: 'Import leads: columns',
  check: 'Import leads: check',
  review: 'Import leads: check',
  import: 'Import leads',
  done: 'Leads imported',
}

const STEPS = ['File', 'Columns', 'Check', 'Import']
/** The index of each state's step. Once the leads are imported, no step is left. */
const STEP_OF = { choose: 0, map: 1, check: 2, review: 2, import: 3, done: STEPS.length }

/**
 * Imports leads from a CSV file in steps: file, columns, dry run, import, and report. The import continues while the
 * dialog is closed.
 */
export default function ImportDialog() {
  const isOpen = useStore($leadPanel) === 'import'
  const { step } = useStore($import)
  useDropsBeside(isOpen)
  return (
    <Dialog
      open={isOpen}
      title={TITLES[step]}
      className="phone-dialog import-dialog"
      width={720}
      closesOutside={false}
      onCancel={() => showLeadPanel(null)}
    >
      <CurrentStep />
    </Dialog>
  )
}

/**
 * Takes a file that is dropped beside the area while a file is chosen. In the other steps, such a drop does nothing. The
 * browser would leave the page to show the file.
 */
function useDropsBeside(isOpen: boolean) {
  useEffect(() => {
    if (!isOpen) return undefined
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      const [file] = event.dataTransfer?.files ?? []
      if (!file || event.defaultPrevented) return
      event.preventDefault()
      const state = $import.get()
      if (state.step !== 'choose' || state.isReading) return
      if (file.size > IMPORT_LIMITS.bytes) rejectFile(tooLarge(file.size))
      else void chooseFile(file.name, () => file.arrayBuffer())
    }
    document.addEventListener('dragover', over)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('drop', drop)
    }
  }, [isOpen])
}

function CurrentStep() {
  const state = useStore($import)
  const top = useRef<HTMLDivElement>(null)
  // The previously focused element was removed with its step.
  useUpdated(() => top.current?.focus(), state.step)
  return (
    <div className="dialog-form import-step" ref={top} tabIndex={-1}>
      <Steps
        label="Steps of the import"
        titles={STEPS}
        current={STEP_OF[state.step]}
        isFailed={'problem' in state && state.problem !== null}
      />
      {state.step === 'choose' && <ChooseFile {...state} />}
      {state.step === 'map' && <Columns work={state.work} />}
      {(state.step === 'check' || state.step === 'import') && <Progress {...state} />}
      {state.step === 'review' && <Review work={state.work} />}
      {state.step === 'done' && <Outcome work={state.work} result={state.result} />}
    </div>
  )
}
