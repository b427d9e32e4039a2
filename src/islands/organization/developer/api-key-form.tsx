import { type FormEvent, useState } from 'react'
import { LIMITS } from '../../../contract/limits.ts'
import { SCOPES, type Scope } from '../../../contract/scopes.ts'
import { expiryOf, LIFETIMES, SCOPE_TEXTS } from '../../../domain/organization/api-keys.ts'
import { $now } from '../../../stores/base/time.ts'
import { createKey } from '../../../stores/organization/api-keys.ts'
import { Button } from '../../../ui/button.tsx'
import { focus } from '../../../ui/dialog.tsx'
import { ErrorText } from '../../../ui/failure-panel.tsx'
import { useTask } from '../../common/use-task.ts'

interface Props {
  onCancel: () => void
  onCreated: (token: string) => void
}

export function ApiKeyForm({ onCancel, onCreated }: Props) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<Scope[]>(['leads:read'])
  const [days, setDays] = useState<number | null>(365)
  const { isBusy, problem, run } = useTask()
  const create = (submitted: FormEvent) => {
    submitted.preventDefault()
    void run(
      async () => onCreated(await createKey({ name, scopes, expires_at: expiryOf(days, $now.get()) })),
      { unseen: `The API key “${name}” was not created` },
    )
  }
  const toggle = (scope: Scope) =>
    setScopes(SCOPES.filter((each) => scopes.includes(each) !== (each === scope)))
  return (
    <form className="developer-form" noValidate onSubmit={create}>
      <label>
        Name
        <input
          className="field-box"
          ref={focus}
          placeholder="Zapier"
          maxLength={LIMITS.name}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <fieldset>
        <legend>The key may</legend>
        {SCOPES.map((scope) => (
          <label key={scope} className="developer-choice">
            <input type="checkbox" checked={scopes.includes(scope)} onChange={() => toggle(scope)} />
            <span>
              {SCOPE_TEXTS[scope]} <code>{scope}</code>
            </span>
          </label>
        ))}
      </fieldset>
      <label>
        Valid for
        <select
          className="field-box"
          value={String(days)}
          onChange={(event) => setDays(Number(event.target.value) || null)}
        >
          {LIFETIMES.map((lifetime) => (
            <option key={lifetime.label} value={String(lifetime.days)}>
              {lifetime.label}
            </option>
          ))}
        </select>
      </label>
      <ErrorText text={problem} />
      <div className="dialog-actions">
        <Button quiet text="Cancel" onClick={onCancel} />
        <Button type="submit" text="Create key" disabled={isBusy} />
      </div>
    </form>
  )
}
