import '../../../ui/form.css'
import { useStore } from '@nanostores/react'
import { type FormEvent, type ReactNode, useCallback, useEffect, useState } from 'react'
import type { Appointment } from '../../../contract/appointments.ts'
import type { CallTimes } from '../../../contract/bookings.ts'
import { capitalized } from '../../../domain/common/capitalized.ts'
import { appointmentName } from '../../../domain/leads/appointment-words.ts'
import { bookingTime } from '../../../domain/leads/booking-time.ts'
import { appointmentOf, isTooFar, TIME_PASSED, TIME_TOO_FAR } from '../../../domain/leads/bookings.ts'
import { confirmationText, overlapText } from '../../../domain/leads/call-times.ts'
import { knownZone } from '../../../domain/time/format-by-zone.ts'
import { reasonOf } from '../../../stores/base/failures.ts'
import { $now } from '../../../stores/base/time.ts'
import {
  $callQuestion,
  bookCall,
  callTimesOf,
  cancelCall,
  keepCall,
  moveCall,
} from '../../../stores/leads/change-call.ts'
import { $businessZone, $offered, deviceTimeZone } from '../../../stores/settings/profile.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorText } from '../../../ui/failure-panel.tsx'
import { UNDO_TIME, useToast, withReason, withUndo } from '../../../ui/toast.tsx'
import { BookingTime } from '../../common/booking-time.tsx'
import { useTask } from '../../common/use-task.ts'
import { CallTime } from './call-time.tsx'

type Question = NonNullable<ReturnType<typeof $callQuestion.get>>

const TITLES = {
  book: (name: string) => `Book an ${name}`,
  move: (name: string) => `Move this ${name}`,
  cancel: (name: string) => `Cancel this ${name}?`,
}

/**
 * Books or moves an estimate call, or asks for confirmation before canceling it, because the customer may be notified
 * at once.
 */
export default function ChangeCallDialog() {
  const question = useStore($callQuestion)
  if (!question) return null
  return question.kind === 'cancel' ? (
    <Cancel key={question.id} question={question} />
  ) : (
    <Schedule key={question.id} question={question} />
  )
}

interface QuestionDialogProps {
  question: Question
  appointment: Appointment
  children: ReactNode
}

const QuestionDialog = ({ question, appointment, children }: QuestionDialogProps) => (
  <Dialog title={TITLES[question.kind](appointmentName(appointment.kind))} width={480} onCancel={keepCall}>
    {children}
  </Dialog>
)

function Cancel({ question }: { question: Question }) {
  const { lead, name } = question
  const appointment = appointmentOf(lead)
  const { kind } = appointment
  const { times } = useCallTimes(lead.id)
  const { isBusy, problem, run } = useTask()
  const cancel = async () => {
    await cancelCall(lead)
    keepCall()
  }
  return (
    <QuestionDialog question={question} appointment={appointment}>
      <p>
        <bdi>{name}</bdi>, <BookingTime start={lead.booking_start_time ?? ''} />. The time becomes free again.
        {times !== undefined && ` ${confirmationText('cancel', times)}`}
      </p>
      <ErrorText text={problem} />
      <div className="dialog-actions">
        <Button quiet text={`Keep ${kind}`} data-autofocus onClick={keepCall} />
        <Button
          text={`Cancel ${kind}`}
          disabled={isBusy}
          onClick={() => void run(cancel, { unseen: `The ${kind} was not canceled.` })}
        />
      </div>
    </QuestionDialog>
  )
}

/** Returns the free times of a lead's call, undefined while they load, and a function that loads them again. */
function useCallTimes(leadId: string) {
  const [times, setTimes] = useState<CallTimes | null>()
  const [problem, setProblem] = useState('')
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round loads the times again
  useEffect(() => {
    const leaving = new AbortController()
    callTimesOf(leadId, leaving.signal).then(
      (loaded) => {
        setTimes(loaded)
        setProblem('')
      },
      (error: unknown) => {
        if (leaving.signal.aborted) return
        setTimes((before) => before ?? null)
        setProblem(reasonOf(error))
      },
    )
    return () => leaving.abort()
  }, [leadId, round])
  return { times, problem, reload: useCallback(() => setRound((each) => each + 1), []) }
}

/** Returns what the dialog books or moves: what the free times are for, although the settings change in the meantime. */
function useAppointment({ kind, lead }: Question, times: CallTimes | null | undefined): Appointment {
  const offered = useStore($offered)
  if (kind !== 'book') return appointmentOf(lead)
  return { kind: times?.kind ?? offered.kind, minutes: times?.minutes ?? offered.minutes }
}

function Schedule({ question }: { question: Question }) {
  const zone = useStore($businessZone)
  const loading = useCallTimes(question.lead.id)
  const appointment = useAppointment(question, loading.times)
  return (
    <QuestionDialog question={question} appointment={appointment}>
      {zone !== undefined && (
        <ScheduleForm
          question={question}
          timeZone={knownZone(zone)}
          appointment={appointment}
          loading={loading}
        />
      )}
    </QuestionDialog>
  )
}

interface ScheduleFormProps {
  question: Question
  timeZone: string
  appointment: Appointment
  loading: ReturnType<typeof useCallTimes>
}

function ScheduleForm({ question, timeZone, appointment, loading }: ScheduleFormProps) {
  const { kind, lead, name } = question
  const isNew = kind === 'book'
  const word = appointment.kind
  const { isBusy, problem, setProblem, run } = useTask()
  const toast = useToast()
  const { times, problem: unread, reload } = loading
  const before = isNew ? '' : (lead.booking_start_time ?? '')
  const [start, setStart] = useState<string | null>(before || null)
  const overlap = start && start !== before && times ? overlapText(times.busy, start, appointment) : null

  const announce = (booked: string, undo: () => Promise<void>) => {
    const when = bookingTime(booked, timeZone, deviceTimeZone())
    const back = () =>
      void undo().then(
        () => toast.success(`The ${word} was canceled`),
        (error: unknown) =>
          toast.error({ content: withReason(`The ${word} was not canceled.`, reasonOf(error)), duration: 0 }),
      )
    toast.success({ duration: UNDO_TIME, content: withUndo(`${capitalized(word)} booked: ${when}`, back) })
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (start === null) return setProblem('Choose a time')
    if (new Date(start) <= $now.get()) return setProblem(TIME_PASSED)
    if (isTooFar(new Date(start), $now.get())) return setProblem(TIME_TOO_FAR)
    const task = async () => {
      if (isNew) announce(start, await bookCall(question, start, appointment))
      else await moveCall(lead, start)
      keepCall()
    }
    void run(task, { unseen: `The ${word} was not ${isNew ? 'booked' : 'moved'}.` }).then(
      (isDone) => isDone || reload(),
    )
  }
  return (
    <form className="dialog-form" onSubmit={save}>
      <p>
        <bdi>{name}</bdi>.{!isNew && ' You can choose any time that has no other appointment.'}
        {times !== undefined && ` ${confirmationText(kind, times)}`}
      </p>
      {times?.needs_address && <p role="status">No address yet: add it on the lead.</p>}
      {times === undefined ? (
        <p className="muted">Loading free times…</p>
      ) : (
        <CallTime
          times={times?.times ?? null}
          timeZone={timeZone}
          before={before}
          onChange={(chosen) => {
            setStart(chosen)
            setProblem('')
          }}
        />
      )}
      {unread && <p className="muted">The free times could not be loaded. {unread}</p>}
      {overlap && !problem && <p role="status">{overlap}</p>}
      <ErrorText text={problem} />
      <div className="dialog-actions">
        <Button quiet text={isNew ? 'Not now' : 'Keep time'} onClick={keepCall} />
        <Button type="submit" text={`${isNew ? 'Book' : 'Move'} ${word}`} disabled={isBusy} />
      </div>
    </form>
  )
}
