import './section-nav.css'
import './section.css'
import { SETTINGS_SECTIONS } from '../../domain/settings/fields.ts'

/** The screen's loading state, about as tall as the collapsed form. */
export function SettingsSkeleton() {
  return (
    <div className="settings" aria-busy="true">
      <p className="hidden-text" role="status">
        Loading settings
      </p>
      <div className="section-nav" aria-hidden="true">
        <div className="nav-whole">
          <span className="skeleton" />
        </div>
        <span className="field-box choice nav-select" />
        <div className="nav-list">
          {SETTINGS_SECTIONS.map(({ id }) => (
            <span className="skeleton nav-skeleton" key={id} />
          ))}
        </div>
        <span className="link-button nav-fold">Expand all</span>
      </div>
      <div className="settings-sections" aria-hidden="true">
        {SETTINGS_SECTIONS.map(({ id, title }) => (
          <div className="card settings-section section-skeleton" key={id}>
            <h2>{title}</h2>
            <span className="skeleton" />
          </div>
        ))}
      </div>
    </div>
  )
}
