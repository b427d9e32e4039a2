import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useToast } from '../../../ui/toast.tsx'

interface Props {
  label: string
  value: string
}

export function CopyField({ label, value }: Props) {
  const toast = useToast()
  const field = useRef<HTMLInputElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      toast.success(`${label} copied to clipboard!`)
    } catch {
      field.current?.select()
      toast.warning('It could not be copied. It is selected: copy it with your keyboard.')
    }
  }
  return (
    <div className="developer-copy">
      <label>
        {label}
        <input
          ref={field}
          className="field-box"
          readOnly
          spellCheck={false}
          value={value}
          onFocus={(event) => event.target.select()}
        />
      </label>
      <Button quiet text="Copy" onClick={() => void copy()} />
    </div>
  )
}
