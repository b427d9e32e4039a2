type Ways = readonly (readonly [calendar: string, way: string])[]

/** Instructions for each calendar. */
export function CalendarGuide({ title, ways }: { title: string; ways: Ways }) {
  return (
    <details className="calendar-guide disclosure">
      <summary>{title}</summary>
      <dl className="dialog-facts">
        {ways.map(([calendar, way]) => (
          <div key={calendar}>
            <dt>{calendar}</dt>
            <dd>{way}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
