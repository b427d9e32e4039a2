import './catalog-filter.css'
import type { RefObject } from 'react'
import { counted } from '../../domain/common/counted.ts'
import { type Catalog, chooseCategory, searchCatalog } from '../../stores/integrations/catalog.ts'
import { commonShapes } from '../../ui/common-shapes.ts'

interface Props {
  catalog: Catalog
  searchField: RefObject<HTMLInputElement | null>
}

/** The search field, the categories with counts, and the number of results. */
export function CatalogFilter({ catalog, searchField }: Props) {
  const { search, category, categories, found } = catalog
  return (
    <search className="integration-filter">
      <div className="integration-search-box">
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d={commonShapes.search} />
        </svg>
        <input
          ref={searchField}
          type="search"
          className="field-box integration-search"
          placeholder="Search integrations"
          aria-label="Search integrations"
          maxLength={100}
          value={search}
          onChange={(event) => searchCatalog(event.target.value)}
        />
      </div>
      <fieldset className="chips integration-categories">
        <legend className="hidden-text">Category</legend>
        {categories.map(({ value, label, count }) => (
          <button
            type="button"
            key={value}
            className="chip"
            aria-pressed={value === category}
            onClick={() => chooseCategory(value)}
          >
            {label} <span className="integration-category-count">{count}</span>
          </button>
        ))}
      </fieldset>
      <p className="muted" role="status">
        {`${counted(found.length, 'integration')} found`}
      </p>
    </search>
  )
}
