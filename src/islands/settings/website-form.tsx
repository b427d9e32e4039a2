import { useStore } from '@nanostores/react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { fieldStore } from '../../stores/settings/settings.ts'
import { Button } from '../../ui/button.tsx'
import { useTask } from '../common/use-task.ts'

interface Props<Result> {
  label: string
  /** The button's text when idle, and while the server reads the website. */
  action: string
  doing: string
  /** Whether to read the website immediately if its URL is known. */
  isImmediate?: boolean
  read: (address: string) => Promise<Result>
  /** Returns the text that screen readers announce for a result. */
  announce: (result: Result) => ReactNode
  children?: (result: Result) => ReactNode
}

/** Asks for the URL of the owner's website, has the server read it, and shows the result. */
export function WebsiteForm<Result>(props: Props<Result>) {
  const { label, action, doing, isImmediate = false, read, announce, children } = props
  const website = useStore(fieldStore('website_url'))
  const [address, setAddress] = useState(website ?? '')
  const [result, setResult] = useState<Result | null>(null)
  const { isBusy, problem, run } = useTask()
  const field = useRef<HTMLInputElement>(null)
  const place = useRef<HTMLDivElement>(null)

  const start = async () => {
    if (isBusy) return
    if (address.trim() === '') {
      field.current?.focus()
      return
    }
    await run(async () => {
      const found = read(address)
      setResult(await found.catch(() => null))
      await found
    })
    requestAnimationFrame(() => place.current?.focus())
  }
  const startFirst = useRef(isImmediate ? start : () => field.current?.focus())
  useEffect(() => void startFirst.current(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void start()
  }
  return (
    <>
      <form className="website-form" onSubmit={submit}>
        <input
          ref={field}
          type="text"
          inputMode="url"
          className="field-box text-input"
          aria-label={label}
          placeholder="https://"
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
        <Button quiet type="submit" text={isBusy ? doing : action} disabled={isBusy} />
      </form>
      <div ref={place} tabIndex={-1} role="status">
        {problem && <p className="error-text">{problem}</p>}
        {result && announce(result)}
      </div>
      {result && children?.(result)}
    </>
  )
}
