import './installation-section.css'
import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import { EMBED_CODE_COPIED, embedSnippet } from '../../domain/settings/embed-snippet.ts'
import type { Settings } from '../../domain/settings/settings.ts'
import { $organization } from '../../stores/base/session/session.ts'
import { $hasInbox } from '../../stores/conversations/presence.ts'
import { $shownForm, typedForm } from '../../stores/settings/settings.ts'
import { openChat } from '../../stores/shell/shell.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useToast } from '../../ui/toast.tsx'
import { AllowedSites } from './allowed-sites.tsx'
import { GoLiveSteps, useGoLiveSummary } from './go-live-steps.tsx'
import { GUIDES, webPersonMail } from './guides.ts'
import { useLinks } from './links.tsx'
import { Section } from './section.tsx'

const WebsiteCheck = lazyPart(() => import('./website-check.tsx'), { name: 'The check of your website' })

const NOT_COPIED = 'The code could not be copied. It is selected: copy it with your keyboard.'

/** The embed code, a copy button, three steps, and a help link (section 2, Installation). */
export function InstallationSection() {
  const hasInbox = useStore($hasInbox, { ssr: 'initial' })
  return (
    <Section id="installation" lead="Put the chat on your website." summary={useGoLiveSummary()}>
      <GoLiveSteps />
      <EmbedCode />
      <ol className="steps">
        <li>Copy the embed code above.</li>
        <li>
          Paste it into your website, just before the closing <code>&lt;/body&gt;</code> tag.
        </li>
        <li>Publish your website and look for the chat in its corner.</li>
      </ol>
      <CheckOfWebsite />
      <div className="guides">
        <h3>Where does it go?</h3>
        {GUIDES.map(({ id, title, steps }) => (
          <details className="disclosure" key={id}>
            <summary>{title}</summary>
            <ol className="steps">
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </details>
        ))}
      </div>
      {/* An API without an inbox doesn't restrict the websites. */}
      {hasInbox !== false && <AllowedSites />}
      <HelpLink />
    </Section>
  )
}

/** The embed code with the current input, to copy or send. */
function EmbedCode() {
  const toast = useToast()
  const { widgetUrl } = useLinks()
  const organization = useStore($organization)
  const settings = useStore($shownForm)
  const code = useRef<HTMLElement>(null)
  const snippetOf = (profile: Settings) =>
    embedSnippet({ widgetUrl, profile, organizationId: organization?.id ?? '' })
  const snippet = snippetOf(settings)

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(snippetOf(typedForm()))
      toast.success(EMBED_CODE_COPIED)
    } catch {
      if (code.current) getSelection()?.selectAllChildren(code.current)
      toast.warning(NOT_COPIED)
    }
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wide code must be scrollable by keyboard */}
      <pre className="embed-code" tabIndex={0}>
        <code ref={code}>{snippet}</code>
      </pre>
      <div className="entries-foot">
        <Button quiet text="Copy Code" onClick={copy} />
        <a className="button quiet" href={webPersonMail(settings.business_name, snippet)}>
          Send to whoever runs my website
        </a>
      </div>
    </>
  )
}

function CheckOfWebsite() {
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen) return <WebsiteCheck />
  return (
    <p>
      <Button link text="Check my website" onClick={() => setIsOpen(true)} />
    </p>
  )
}

/** Links to the help pages if configured, or else to the support chat or an email. */
function HelpLink() {
  const { helpUrl, supportChatUrl, salesEmail } = useLinks()
  if (helpUrl) {
    return (
      <p>
        <a href={helpUrl} target="_blank" rel="noreferrer">
          Need help installing? Read the guide
        </a>
      </p>
    )
  }
  if (supportChatUrl) {
    return (
      <p>
        <Button link text="Need help installing? Ask support" onClick={openChat} />
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
