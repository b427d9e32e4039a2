import './installation-section.css'
import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { goLiveText } from '../../domain/billing/go-live.ts'
import { EMBED_CODE_COPIED, embedSnippet } from '../../domain/settings/embed-snippet.ts'
import { $goLive } from '../../stores/organization/organization.ts'
import { $organization } from '../../stores/session/session.ts'
import { $shownForm } from '../../stores/settings/settings.ts'
import { openChat } from '../../stores/shell/shell.ts'
import { useToast } from '../../ui/toast.tsx'
import { AllowedSites } from './allowed-sites.tsx'
import { GUIDES, webPersonMail } from './guides.ts'
import { useLinks } from './links.tsx'
import { Section } from './section.tsx'

const NOT_COPIED = 'The code could not be copied. It is selected: copy it with your keyboard.'

/** Section 2, Installation: the embed code, a copy button, three steps, and a help link. */
export function InstallationSection() {
  const toast = useToast()
  const { widgetUrl } = useLinks()
  const organization = useStore($organization)
  const settings = useStore($shownForm)
  const code = useRef<HTMLElement>(null)
  const snippet = embedSnippet({ widgetUrl, profile: settings, organizationId: organization?.id ?? '' })

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(snippet)
      toast.success(EMBED_CODE_COPIED)
    } catch {
      if (code.current) getSelection()?.selectAllChildren(code.current)
      toast.warning(NOT_COPIED)
    }
  }

  return (
    <Section id="installation" lead="Put the chat on your website.">
      <GoLiveNote />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wide code must scroll by keyboard */}
      <pre className="embed-code" tabIndex={0}>
        <code ref={code}>{snippet}</code>
      </pre>
      <div className="entries-foot">
        <button type="button" className="button" onClick={copy}>
          Copy Code
        </button>
        <a className="button quiet" href={webPersonMail(settings.business_name, snippet)}>
          Send to my web person
        </a>
      </div>
      <ol className="steps">
        <li>Copy the embed code above.</li>
        <li>
          Paste it into your website, just before the closing <code>&lt;/body&gt;</code> tag.
        </li>
        <li>Publish your website and look for the chat in its corner.</li>
      </ol>
      <div className="guides">
        <h3>Where does it go?</h3>
        {GUIDES.map(({ id, title, steps }) => (
          <details key={id}>
            <summary>{title}</summary>
            <ol className="steps">
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </details>
        ))}
      </div>
      <AllowedSites />
      <HelpLink />
    </Section>
  )
}

/** Shows whether the widget works on the owner's website. */
function GoLiveNote() {
  const goLive = useStore($goLive)
  if (!goLive) return null
  return (
    <p className="go-live-note">
      {goLiveText(goLive)}{' '}
      {goLive.billingState !== 'paid' && (
        <a href="/billing">{goLive.isLive ? 'See plans' : 'Choose a plan'}</a>
      )}
    </p>
  )
}

/** Links to the help pages if there are any, else to the support chat or a mail. */
function HelpLink() {
  const { helpUrl, hasSupportChat, salesEmail } = useLinks()
  if (helpUrl) {
    return (
      <p>
        <a href={helpUrl} target="_blank" rel="noreferrer">
          Need help installing? Read the guide
        </a>
      </p>
    )
  }
  if (hasSupportChat) {
    return (
      <p>
        <button type="button" className="link-button" onClick={openChat}>
          Need help installing? Ask support
        </button>
      </p>
    )
  }
  if (!salesEmail) return null
  return (
    <p>
      <a href={`mailto:${salesEmail}?subject=${encodeURIComponent('Help with the installation')}`}>
        Need help installing? Write to us
      </a>
    </p>
  )
}
