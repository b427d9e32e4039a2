import './review.css'
import { type ReactNode, useState } from 'react'
import { LIMITS } from '../../contract/limits.ts'
import { type BusinessDay, DAYS } from '../../contract/profile.ts'
import { typedAddress } from '../../domain/common/address.ts'
import { capitalized } from '../../domain/common/capitalized.ts'
import { readHexColor } from '../../domain/common/contrast.ts'
import { counted } from '../../domain/common/counted.ts'
import { isPossiblePhone } from '../../domain/common/phone.ts'
import type { Found, FoundBusiness } from '../../domain/onboarding/found.ts'
import { shiftsIn, withOpen, withShift } from '../../domain/settings/hours-rules.ts'
import { hoursSummary } from '../../domain/settings/section-summary.ts'
import { goOnWithout, readFound, showStage, storeFound, takeFound } from '../../stores/onboarding/setup.ts'
import { addressSearch } from '../../third-party/maps/index.ts'
import { Button } from '../../ui/button.tsx'
import { ColorInput } from '../../ui/color-input.tsx'
import { useTask } from '../common/use-task.ts'
import { REVIEW_FORM } from './step-footer.tsx'

interface Props {
  onBusy: (isBusy: boolean) => void
}

/** What the owner's website says, each part to correct in place or to leave out. */
export function WebsiteReview({ onBusy }: Props) {
  const [found, setFound] = useState(readFound)
  const { problem, run } = useTask()
  if (!found) return null
  const change = (changed: Partial<FoundBusiness>) => {
    const next = { ...found, ...changed }
    setFound(next)
    storeFound(next)
  }
  const save = async () => {
    onBusy(true)
    await run(async () => takeFound(found, await addressOf(found.address)))
    onBusy(false)
  }
  return (
    <form
      id={REVIEW_FORM}
      className="review"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <p>
        This is what <strong dir="auto">{found.website.replace(/^https?:\/\//i, '')}</strong> says. Correct
        what is wrong, and leave out what you don’t want.
      </p>
      <p className="review-links">
        <Button link text="Read another website" onClick={() => showStage('question')} />
        <Button link text="Go on without my website" onClick={() => goOnWithout(found)} />
      </p>
      <Line label="Business name" name="business_name" {...{ found, change }} max={LIMITS.name} />
      <Line label="Phone" name="phone" type="tel" {...{ found, change }} max={LIMITS.phone} />
      {found.phone.trim() && !isPossiblePhone(found.phone) && (
        <p className="error-text" role="status">
          This may not be a complete phone number
        </p>
      )}
      <Line label="Email" name="email" type="email" {...{ found, change }} max={LIMITS.email} />
      <Line label="Address" name="address" {...{ found, change }} max={LIMITS.line} />
      <Choices
        label="Services"
        none="None found. You choose them in the next step."
        items={found.services}
        onChange={(services) => change({ services })}
      />
      {found.description && (
        <Part title="About your services" summary={found.description}>
          <textarea
            className="field-box onboarding-input"
            aria-label="About your services"
            dir="auto"
            rows={5}
            maxLength={LIMITS.longText}
            value={found.description}
            onChange={({ target }) => change({ description: target.value })}
          />
        </Part>
      )}
      <Hours hours={found.hours} onChange={(hours) => change({ hours })} />
      {found.cities.length > 0 && (
        <Choices
          label="Service area"
          none=""
          items={found.cities}
          onChange={(cities) => change({ cities })}
        />
      )}
      {found.color && <Color color={found.color} onChange={(color) => change({ color })} />}
      <Faqs found={found} onChange={change} />
      {problem && (
        <p className="error-text" role="alert" ref={showProblem}>
          {problem} Nothing is lost. Please try again.
        </p>
      )}
    </form>
  )
}

/** Scrolls to a problem, which can be far below what the owner sees. */
const showProblem = (problem: HTMLElement | null) => problem?.scrollIntoView({ block: 'center' })

/** Returns an address as the map service knows it, or as it is written if the service is not sure. */
async function addressOf(text: string) {
  const typed = typedAddress(text)
  if (!typed) return null
  return (
    (await addressSearch()
      ?.validate(text)
      .catch(() => null)) ?? typed
  )
}

interface LineProps {
  label: string
  name: 'business_name' | 'phone' | 'email' | 'address'
  type?: string
  max: number
  found: FoundBusiness
  change: (changed: Partial<FoundBusiness>) => void
}

function Line({ label, name, type = 'text', max, found, change }: LineProps) {
  const id = `${REVIEW_FORM}-${name}`
  return (
    <div className="review-line">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={type}
        className="field-box onboarding-input"
        dir="auto"
        autoComplete="off"
        placeholder="Not found"
        maxLength={max}
        value={found[name]}
        onChange={({ target }) => change({ [name]: target.value })}
      />
    </div>
  )
}

interface ChoicesProps {
  label: string
  /** The text without items. */
  none: string
  items: readonly Found[]
  onChange: (items: Found[]) => void
}

function Choices({ label, none, items, onChange }: ChoicesProps) {
  return (
    <fieldset className="review-line review-choices">
      <legend>{label}</legend>
      {items.length === 0 && <p className="muted">{none}</p>}
      <div className="review-chips">
        {items.map(({ text, isTaken }, index) => (
          <label className="chip" key={text}>
            <input
              type="checkbox"
              checked={isTaken}
              onChange={({ target }) =>
                onChange(items.with(index, { text, isTaken: target.checked }) as Found[])
              }
            />
            <span dir="auto">{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** A part whose values are summarized until the owner wants to change them. */
function Part({ title, summary, children }: { title: string; summary: string; children: ReactNode }) {
  return (
    <details className="review-part disclosure">
      <summary>
        <span>
          <span className="review-title">{title}</span>{' '}
          <span className="muted review-summary">{summary}</span>
        </span>
      </summary>
      {children}
    </details>
  )
}

interface HoursProps {
  hours: readonly BusinessDay[] | null
  onChange: (hours: readonly BusinessDay[]) => void
}

function Hours({ hours, onChange }: HoursProps) {
  if (!hours) return null
  return (
    <Part title="Business hours" summary={hoursSummary(hours)}>
      <ul className="review-hours">
        {DAYS.map((day) => {
          const shifts = shiftsIn(hours, day)
          const isOpen = shifts.some((shift) => shift.isOpen)
          const name = capitalized(day)
          return (
            <li key={day}>
              <label>
                <input
                  type="checkbox"
                  checked={isOpen}
                  onChange={({ target }) => onChange(withOpen(hours, day, target.checked))}
                />
                {name}
              </label>
              {isOpen ? (
                shifts.map((shift, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: shifts have no other identity
                  <span key={at}>
                    {(['openTime', 'closeTime'] as const).map((part) => (
                      <input
                        key={part}
                        type="time"
                        className="field-box onboarding-input"
                        aria-label={`${name} ${part === 'openTime' ? 'opens' : 'closes'}`}
                        value={shift[part]}
                        onChange={({ target }) => {
                          if (target.value) onChange(withShift(hours, day, at, { [part]: target.value }))
                        }}
                      />
                    ))}
                  </span>
                ))
              ) : (
                <span className="muted">Closed</span>
              )}
            </li>
          )
        })}
      </ul>
    </Part>
  )
}

function Color({ color, onChange }: { color: string; onChange: (color: string) => void }) {
  return (
    <div className="review-line review-color">
      <span>Chat color</span>
      <ColorInput
        label="Chat color"
        value={readHexColor(color) ?? '#000000'}
        presets={[{ name: 'From your website', color }]}
        warning={null}
        onChange={onChange}
      />
      <Button link text="Leave out" aria-label="Leave out the color" onClick={() => onChange('')} />
    </div>
  )
}

function Faqs({
  found,
  onChange,
}: {
  found: FoundBusiness
  onChange: (changed: Partial<FoundBusiness>) => void
}) {
  const { faqs } = found
  if (faqs.length === 0) return null
  const taken = faqs.filter(({ isTaken }) => isTaken).length
  return (
    <Part title="Answers your agent can give" summary={`${counted(taken, 'question')} from your website`}>
      <ul className="review-faqs">
        {faqs.map((faq, index) => {
          const set = (changed: Partial<typeof faq>) =>
            onChange({ faqs: faqs.with(index, { ...faq, ...changed }) })
          return (
            <li key={faq.question}>
              <label>
                <input
                  type="checkbox"
                  checked={faq.isTaken}
                  onChange={({ target }) => set({ isTaken: target.checked })}
                />
                <span dir="auto">{faq.question}</span>
              </label>
              {faq.isTaken && (
                <textarea
                  className="field-box onboarding-input"
                  aria-label={`Answer to ${faq.question}`}
                  dir="auto"
                  rows={3}
                  maxLength={LIMITS.text}
                  value={faq.answer}
                  onChange={({ target }) => set({ answer: target.value })}
                />
              )}
            </li>
          )
        })}
      </ul>
    </Part>
  )
}
