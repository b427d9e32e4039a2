import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { WebsiteCheck as Check } from '../../contract/website-check.ts'
import { type Finding, findingsOf } from '../../domain/settings/website-check.ts'
import { fieldStore } from '../../stores/settings/settings.ts'
import { checkPage } from '../../stores/settings/website-reading.ts'
import { reasonOf } from '../../stores/shell/failures.ts'
import { Icon } from '../../ui/icon.tsx'

/**
 * Looks for the embed code on the owner's website, at once if its address is known, and says what keeps the chat from
 * showing.
 */
export default function WebsiteCheck() {
  const website = useStore(fieldStore('website_url'))
  const [address, setAddress] = useState(website ?? '')
  const [check, setCheck] = useState<Check | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isChecking, setIsChecking] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const result = useRef<HTMLDivElement>(null)

  const start = async () => {
    if (isChecking) return
    if (address.trim() === '') {
      field.current?.focus()
      return
    }
    setIsChecking(true)
    setProblem(null)
    try {
      setCheck(await checkPage(address))
    } catch (error) {
      setCheck(null)
      setProblem(reasonOf(error))
    }
    setIsChecking(false)
    requestAnimationFrame(() => result.current?.focus())
  }
  const startFirst = useRef(start)
  useEffect(() => void startFirst.current(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void start()
  }
  return (
    <section className="go-live" aria-labelledby="website-check-title">
      <h3 id="website-check-title">Check my website</h3>
      <form className="website-form" onSubmit={submit}>
        <input
          ref={field}
          type="text"
          inputMode="url"
          className="field-box text-input"
          aria-label="Address of the page with the chat"
          placeholder="https://"
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
        <button type="submit" className="button quiet" disabled={isChecking}>
          {isChecking ? 'Checking…' : 'Check'}
        </button>
      </form>
      <div ref={result} tabIndex={-1} role="status">
        {problem && <p className="field-error">{problem}</p>}
        {check && <Findings check={check} />}
      </div>
    </section>
  )
}

function Findings({ check }: { check: Check }) {
  return (
    <>
      <p className="muted">{check.url.replace(/^https?:\/\//, '').replace(/\/$/, '')}</p>
      <ul>
        {findingsOf(check).map((finding) => (
          <Row key={finding.title} {...finding} />
        ))}
      </ul>
    </>
  )
}

function Row({ isGood, title, text, code }: Finding) {
  return (
    <li data-state={isGood ? 'done' : 'missing'}>
      <Icon name={isGood ? 'done' : 'caution'} />
      <div>
        <strong>{title}</strong>
        <p className="muted">{text}</p>
        {code && <pre className="embed-code">{code.join('\n')}</pre>}
      </div>
    </li>
  )
}
