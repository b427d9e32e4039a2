import { type FormEvent, useEffect, useId, useState } from 'react'
import { LIMITS } from '../../contract/limits.ts'
import type { Person } from '../../contract/notification-settings.ts'
import { emailProblem } from '../../domain/notifications/people.ts'
import { randomPersonId } from '../../stores/notifications/settings.ts'
import { type Member, readMembers } from '../../stores/organization/members.ts'
import { Button } from '../../ui/button.tsx'
import { SearchSelect } from '../../ui/search-select.tsx'
import { numberOf, numberProblem } from './phone-text.ts'

const EMPTY = { name: '', email: '', phone: '' }
const FIELDS = [
  { field: 'name', label: 'Name', type: 'text', maxLength: LIMITS.name },
  { field: 'email', label: 'Email', type: 'email', maxLength: LIMITS.email },
  { field: 'phone', label: 'Mobile phone', type: 'tel', maxLength: LIMITS.phone },
] as const

type Field = (typeof FIELDS)[number]['field']

function problemsOf({ name, email, phone }: typeof EMPTY): Partial<Record<Field, string>> {
  const problems: Partial<Record<Field, string>> = {}
  if (name.trim() === '') problems.name = 'Enter a name.'
  const [wrongEmail, wrongPhone] = [emailProblem(email), numberProblem(phone)]
  if (wrongEmail) problems.email = wrongEmail
  if (wrongPhone) problems.phone = wrongPhone
  if (email.trim() === '' && phone.trim() === '') problems.email = 'Enter an email address or a phone number.'
  return problems
}

interface Props {
  /** Email addresses of people already in the list, who are not offered again. */
  known: readonly (string | null)[]
  onAdd: (person: Person) => void
}

/**
 * Adds a member or someone else, who receives emails about visitors and leads. Text messages require that person's
 * consent first.
 */
export function AddPerson({ known, onAdd }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [values, setValues] = useState(EMPTY)
  const [problems, setProblems] = useState<Partial<Record<Field, string>>>({})
  const members = useMembers(isOpen, known)
  if (!isOpen) {
    return <Button quiet className="people-add" text="Add person" onClick={() => setOpen(true)} />
  }
  const close = () => {
    setOpen(false)
    setValues(EMPTY)
    setProblems({})
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = problemsOf(values)
    setProblems(found)
    const [first] = Object.keys(found)
    if (first) {
      document.getElementById(`${id}-${first}`)?.focus()
      return
    }
    const email = values.email.trim() || null
    const told: Person['choices']['new_lead'] = email === null ? [] : ['email']
    onAdd({
      id: randomPersonId(),
      name: values.name.trim(),
      email,
      phone: numberOf(values.phone),
      sms_consent: false,
      choices: { needs_person: told, new_lead: told, booking: told, daily_summary: [] },
    })
    close()
  }
  return (
    <form className="people-form" noValidate onSubmit={submit}>
      {members.length > 0 && (
        <div className="notify-field">
          <label className="field-label" htmlFor={`${id}-member`}>
            Who
          </label>
          <SearchSelect
            id={`${id}-member`}
            value={members.find(({ email }) => email === values.email)?.email ?? ''}
            options={[
              { value: '', label: 'Someone else' },
              ...members.map(({ name, email }) => ({
                value: email,
                label: name ? `${name} (${email})` : email,
              })),
            ]}
            onChange={(chosen) => {
              const member = members.find(({ email }) => email === chosen)
              setValues({
                ...values,
                name: member?.name || (member?.email ?? ''),
                email: member?.email ?? '',
              })
              setProblems({})
            }}
          />
        </div>
      )}
      <div className="person-fields">
        {FIELDS.map(({ field, label, type, maxLength }, index) => (
          <div className="notify-field" key={field}>
            <label className="field-label" htmlFor={`${id}-${field}`}>
              {label}
            </label>
            <input
              id={`${id}-${field}`}
              type={type}
              className="field-box text-input"
              dir="auto"
              autoComplete="off"
              maxLength={maxLength}
              // biome-ignore lint/a11y/noAutofocus: the user has just opened the form.
              autoFocus={index === 0}
              value={values[field]}
              aria-invalid={problems[field] !== undefined || undefined}
              aria-describedby={problems[field] ? `${id}-${field}-problem` : undefined}
              onChange={({ target }) => {
                setValues({ ...values, [field]: target.value })
                setProblems({ ...problems, [field]: undefined })
              }}
            />
            {problems[field] && (
              <p className="error-text" id={`${id}-${field}-problem`}>
                {problems[field]}
              </p>
            )}
          </div>
        ))}
      </div>
      <div className="people-form-actions">
        <Button quiet type="submit" text="Add" />
        <Button plain text="Cancel" onClick={close} />
      </div>
    </form>
  )
}

/** Returns the members to offer, once they have loaded. */
function useMembers(isOpen: boolean, known: Props['known']): Member[] {
  const [members, setMembers] = useState<Member[]>([])
  useEffect(() => {
    let isCurrent = isOpen
    if (isOpen) void readMembers().then((found) => isCurrent && setMembers(found))
    return () => {
      isCurrent = false
    }
  }, [isOpen])
  const addresses = known.map((address) => address?.toLowerCase())
  return members.filter(({ email }) => !addresses.includes(email.toLowerCase()))
}
