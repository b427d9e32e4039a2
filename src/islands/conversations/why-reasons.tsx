import type { ReactNode } from 'react'
import type { Reasons, ShownSource } from '../../domain/conversations/why.ts'
import { settingsSectionPath } from '../../domain/settings/links.ts'

/** The reasons for an answer. */
export function WhyReasons({ reasons }: { reasons: Reasons }) {
  const { danger, isUnderstood, meanings, facts, sources, origin, dropped, maker, faqPath } = reasons
  return (
    <div className="why-reasons">
      {danger && <p className="notice">{danger}</p>}
      {(meanings.length > 0 || !isUnderstood) && (
        <Part title="What it understood">
          {!isUnderstood && (
            <p>It did not understand this message.{meanings.length > 0 && ' Its best guesses:'}</p>
          )}
          {meanings.length > 0 && (
            <ul>
              {meanings.map(({ label, chance }) => (
                <li key={label}>
                  The visitor {label}
                  {chance && <span className="muted"> ({chance})</span>}
                </li>
              ))}
            </ul>
          )}
        </Part>
      )}
      {facts.length > 0 && (
        <Part title="What it noted">
          <dl>
            {facts.map(({ label, value, quote }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd dir="auto">
                  {value}
                  {quote && <span className="muted"> from “{quote}”</span>}
                </dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      <Part title="Where the answer comes from">
        {sources.map((source) => (
          <Source key={`${source.from} ${source.text}`} source={source} />
        ))}
        {origin && <p>{origin}</p>}
        {faqPath && (
          <p>
            <a href={faqPath}>Answer this question in your FAQs</a>
          </p>
        )}
      </Part>
      {dropped.length > 0 && (
        <Part title="What was left out">
          <ul>
            {dropped.map(({ say, reason }) => (
              <li key={say}>
                <span dir="auto">“{say}”</span>
                <span className="muted"> because of {reason}</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <p className="muted">{maker}</p>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

function Source({ source: { from, question, text, section } }: { source: ShownSource }) {
  return (
    <div className="why-source">
      <p>
        <strong>{from}</strong>
        {question && <span className="muted"> for “{question}”</span>}
      </p>
      <blockquote dir="auto">{text}</blockquote>
      {section && (
        <p>
          <a href={settingsSectionPath(section.id)}>Edit in {section.title}</a>
        </p>
      )}
    </div>
  )
}
