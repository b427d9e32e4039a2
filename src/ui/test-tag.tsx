import './status-tag.css'

/** Marks a test, next to a name. */
export function TestTag({ of }: { of: { is_test?: boolean | undefined } | null }) {
  if (!of?.is_test) return null
  return (
    <>
      {' '}
      <span className="status-tag" data-tone="test">
        Test
      </span>
    </>
  )
}
