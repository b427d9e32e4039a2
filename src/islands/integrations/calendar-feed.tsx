import { useEffect, useRef, useState } from 'react'
import { closeFeed, openFeed } from '../../stores/integrations/calendar-setup.ts'
import { Button } from '../../ui/button.tsx'
import { focus } from '../../ui/dialog.tsx'
import { ErrorText } from '../../ui/failure-panel.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../common/use-task.ts'
import { CalendarGuide } from './calendar-guide.tsx'

/** How to subscribe to a feed URL in each calendar. */
const GUIDES = [
  [
    'iPhone and iPad',
    'Settings › Apps › Calendar › Calendar Accounts › Add Account › Other › Add Subscribed Calendar',
  ],
  ['Mac', 'Calendar › File › New Calendar Subscription'],
  ['Outlook', 'Calendar › Add calendar › Subscribe from web'],
  ['Google Calendar', 'Other calendars › + › From URL'],
] as const

type Asked = 'replace' | 'stop'

const QUESTIONS: Record<Asked, { text: string; action: string }> = {
  replace: {
    text: 'The current address stops working. Each calendar that reads it must subscribe to the new one.',
    action: 'Replace',
  },
  stop: {
    text: 'The address stops working, and calendars that read it no longer show the estimates.',
    action: 'Stop',
  },
}

/** The private URL at which calendars read the estimate calls. */
export function CalendarFeed({ hasFeed }: { hasFeed: boolean }) {
  const [url, setUrl] = useState<string | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  // The question whose button regains focus.
  const [asking, setAsking] = useState<Asked | null>(null)
  const { isBusy, problem, setProblem, run } = useTask()
  const [hadFeed] = useState(hasFeed)
  useEffect(() => {
    if (hadFeed) void run(async () => setUrl(await openFeed()))
  }, [hadFeed, run])

  const ask = (question: Asked) => {
    setProblem('')
    setAsked(question)
    setAsking(question)
  }
  const open = async (renew?: boolean) => {
    // Hide the URL: the server may have replaced it during the request, even if the request fails.
    setUrl(null)
    setUrl(await openFeed(renew))
    setAsked(null)
  }
  const stop = async () => {
    setUrl(null)
    await closeFeed()
    setAsked(null)
  }
  return (
    <section className="calendar-part">
      <h3>Your estimates</h3>
      <p className="muted">
        Calendars that subscribe to a private address show each booked call, follow when it moves, and remove
        it when it is canceled. Most update a few times a day.
      </p>
      <ErrorText text={problem} />
      {url && <Address url={url} />}
      {asked ? (
        <>
          <p ref={focus} tabIndex={-1}>
            {QUESTIONS[asked].text}
          </p>
          <div className="calendar-actions">
            <Button quiet text="Keep Address" onClick={() => setAsked(null)} />
            <Button
              quiet
              text={QUESTIONS[asked].action}
              disabled={isBusy}
              onClick={() => void run(() => (asked === 'replace' ? open(true) : stop()))}
            />
          </div>
        </>
      ) : url ? (
        <div className="calendar-actions">
          <Button
            quiet
            text="Replace Address…"
            ref={asking === 'replace' ? focus : undefined}
            onClick={() => ask('replace')}
          />
          <Button
            quiet
            text="Stop Sharing…"
            ref={asking === 'stop' ? focus : undefined}
            onClick={() => ask('stop')}
          />
        </div>
      ) : (
        <div className="calendar-actions">
          <Button
            quiet
            text={isBusy ? 'One moment…' : hasFeed ? 'Show Address' : 'Create Address'}
            disabled={isBusy}
            ref={asking === 'stop' ? focus : undefined}
            onClick={() => void run(open)}
          />
        </div>
      )}
    </section>
  )
}

function Address({ url }: { url: string }) {
  const toast = useToast()
  const field = useRef<HTMLInputElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      toast.success('Address copied to clipboard!')
    } catch {
      field.current?.select()
      toast.warning('The address could not be copied. It is selected: copy it with your keyboard.')
    }
  }
  return (
    <>
      <div className="calendar-address">
        <input
          ref={field}
          className="field-box"
          aria-label="Private address"
          readOnly
          value={url}
          onFocus={(event) => event.target.select()}
        />
        <Button quiet text="Copy" onClick={() => void copy()} />
      </div>
      <p className="muted">
        Anyone who has it can read the names, phone numbers, and addresses of these calls.
      </p>
      <CalendarGuide title="Where to enter it" ways={GUIDES} />
    </>
  )
}
