interface Props {
  id: string
  label: string
  placeholder: string
  value: string
  error: string | null
  count: string | null
  isLong?: boolean
  onChange: (text: string) => void
}

/** A text of an entry. A native control, because a list can contain a thousand entries. */
export function EntryText({ id, label, placeholder, value, error, count, isLong = false, onChange }: Props) {
  const control = {
    id,
    className: 'field-box text-input',
    'aria-label': label,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error || count ? `${id}-message` : undefined,
    placeholder,
    dir: 'auto',
    value,
  }
  return (
    <>
      {isLong ? (
        <textarea rows={4} {...control} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <input
          type="text"
          autoComplete="off"
          {...control}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {(error || count) && (
        <p id={`${id}-message`} className={error ? 'error-text' : 'muted'}>
          {[error, count].filter(Boolean).join(' · ')}
        </p>
      )}
    </>
  )
}
