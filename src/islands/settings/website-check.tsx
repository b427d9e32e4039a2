import type { WebsiteCheck as Check } from '../../contract/website-check.ts'
import { type Finding, findingsOf } from '../../domain/settings/website-check.ts'
import { checkPage } from '../../stores/settings/website-reading.ts'
import { Icon } from '../../ui/icon.tsx'
import { WebsiteForm } from './website-form.tsx'

/**
 * Checks the owner's website for the embed code, immediately if the URL is known, and reports what prevents the chat
 * from showing.
 */
export default function WebsiteCheck() {
  return (
    <section className="go-live" aria-labelledby="website-check-title">
      <h3 id="website-check-title">Check my website</h3>
      <WebsiteForm
        label="Address of the page with the chat"
        action="Check"
        doing="Checking…"
        isImmediate
        read={checkPage}
        announce={(check) => <Findings check={check} />}
      />
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
