import './dialogs.css'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { API_KEY_PREFIX, type ApiKey } from '../../../contract/api-keys.ts'
import { keyState } from '../../../domain/organization/api-keys.ts'
import { exactTime } from '../../../domain/time/exact-time.ts'
import { problemOf } from '../../../stores/base/failures.ts'
import { $now } from '../../../stores/base/time.ts'
import { $apiKeys, leadsUrl, revokeKey } from '../../../stores/organization/api-keys.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, focus } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorText } from '../../../ui/failure-panel.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { useToast, withReason } from '../../../ui/toast.tsx'
import { useIsShown, useTask } from '../../common/use-task.ts'
import { ApiKeyForm } from './api-key-form.tsx'
import { AskButton } from './ask-button.tsx'
import { CopyField } from './copy-field.tsx'

const NOT_SHOWN = withReason(
  'The API key was created after its dialog was closed',
  'It cannot be shown again. Revoke it, and create another one.',
)

type View = { kind: 'list' } | { kind: 'form' } | { kind: 'created'; token: string }

/** The dialog to list, create, and revoke API keys. A new key is shown only once. */
export function ApiKeysDialog({ onClose }: { onClose: () => void }) {
  const keys = useStore($apiKeys)
  const [view, setView] = useState<View>({ kind: 'list' })
  const toast = useToast()
  const isShown = useIsShown()
  const list = () => setView({ kind: 'list' })
  const created = (token: string) => {
    if (isShown.current) setView({ kind: 'created', token })
    else toast.warning({ content: NOT_SHOWN, duration: 0 })
  }
  const add = () => setView({ kind: 'form' })
  const title = { list: 'API keys', form: 'New API key', created: 'Your new API key' }[view.kind]
  return (
    <Dialog
      title={title}
      width={720}
      className="phone-dialog developer-dialog"
      closesOutside={view.kind === 'list'}
      onCancel={view.kind === 'list' ? onClose : list}
    >
      {view.kind === 'form' ? (
        <ApiKeyForm onCancel={list} onCreated={created} />
      ) : view.kind === 'created' ? (
        <Created token={view.token} onDone={list} />
      ) : keys.data ? (
        <List keys={keys.data} onAdd={add} />
      ) : (
        <NotLoaded problem={problemOf('apiKeys', keys)} text="Loading API keys…" />
      )}
    </Dialog>
  )
}

function Created({ token, onDone }: { token: string; onDone: () => void }) {
  return (
    <div className="developer-details">
      <p ref={focus} tabIndex={-1}>
        Copy it now. Fieldhand stores only its hash, so it cannot be shown again.
      </p>
      <CopyField label="API key" value={token} />
      <CopyField label="Command to try it" value={`curl -H "Authorization: Bearer ${token}" ${leadsUrl()}`} />
      <div className="dialog-actions">
        <Button text="Done" onClick={onDone} />
      </div>
    </div>
  )
}

function List({ keys, onAdd }: { keys: readonly ApiKey[]; onAdd: () => void }) {
  if (keys.length === 0) {
    return (
      <EmptyState
        title="No API keys yet"
        text="With a key, your own program, Zapier, Make, or n8n can read and change what you allow, in this organization only."
      >
        <Button text="Create key" onClick={onAdd} />
      </EmptyState>
    )
  }
  return (
    <>
      <ul className="developer-list">
        {keys.map((key) => (
          <Key key={key.id} apiKey={key} />
        ))}
      </ul>
      <div className="dialog-actions">
        <Button text="Create key" onClick={onAdd} />
      </div>
    </>
  )
}

function Key({ apiKey }: { apiKey: ApiKey }) {
  const now = useStore($now)
  const { isBusy, problem, run } = useTask()
  const { id, name, hint, scopes, created_by_name, created_at, expires_at, last_used_at } = apiKey
  const { text, tone } = keyState(apiKey, now)
  return (
    <li className="developer-key">
      <strong dir="auto">{name}</strong>
      <span className="developer-status" data-tone={tone}>
        {text}
      </span>
      <code>{`${API_KEY_PREFIX}…${hint}`}</code>
      <span className="muted">{scopes.join(', ')}</span>
      <span className="muted">
        {`Created ${exactTime(created_at)}`}
        {created_by_name && ` by ${created_by_name}`}
        {'. '}
        {last_used_at ? (
          <>
            {'Last used: '}
            <RelativeTime instant={last_used_at} now={now} />.
          </>
        ) : (
          'Never used.'
        )}
        {expires_at && tone !== 'failed' && ` Expires ${exactTime(expires_at)}.`}
      </span>
      <ErrorText text={problem} />
      {apiKey.revoked_at === null && (
        <AskButton
          label="Revoke…"
          question={`Revoke “${name}”? Anything that uses it stops working immediately. You cannot undo this.`}
          confirm="Revoke key"
          isBusy={isBusy}
          onConfirm={() => void run(() => revokeKey(id), { unseen: `“${name}” was not revoked` })}
        />
      )}
    </li>
  )
}
