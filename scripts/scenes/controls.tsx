import 'virtual:theme.css'
import '../../src/styles/base.css'
import '../../src/styles/controls.css'
import '../../src/styles/shared.css'
import '../../src/islands/settings/fields.css'
import './controls.css'
import { type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { TimeInput } from '../../src/ui/time-input.tsx'

const LONG = 'Lawn mowing, edging, and fertilization for the whole of the greater metropolitan area '.repeat(
  3,
)
const RIGHT_TO_LEFT = 'תחזוקת גינות וגיזום עצים'

/** One control in one state. */
function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="state">
      <span className="muted">{name}</span>
      {children}
    </div>
  )
}

function Time({ start, isWrong = false }: { start: string; isWrong?: boolean }) {
  const [time, setTime] = useState(start)
  return <TimeInput label="Opens" value={time} isWrong={isWrong} onChange={setTime} />
}

function Controls() {
  return (
    <>
      <h1>Controls</h1>
      <section>
        <h2>Text</h2>
        <State name="empty">
          <input className="field-box text-input" aria-label="Name" placeholder="Name" />
        </State>
        <State name="long">
          <input className="field-box text-input" aria-label="Name" defaultValue={LONG} />
        </State>
        <State name="right to left">
          <input className="field-box text-input" dir="auto" aria-label="Name" defaultValue={RIGHT_TO_LEFT} />
        </State>
        <State name="wrong">
          <input className="field-box text-input" aria-label="Name" aria-invalid defaultValue="?" />
        </State>
        <State name="disabled">
          <input className="field-box text-input" aria-label="Name" disabled defaultValue="Fern" />
        </State>
      </section>
      <section>
        <h2>Time</h2>
        <State name="on the grid">
          <Time start="08:00" />
        </State>
        <State name="off the grid">
          <Time start="09:17" />
        </State>
        <State name="wrong">
          <Time start="25:00" isWrong />
        </State>
      </section>
    </>
  )
}

document.documentElement.dataset.theme = new URLSearchParams(location.search).get('theme') ?? 'light'
const main = document.querySelector('main')
if (main) createRoot(main).render(<Controls />)
