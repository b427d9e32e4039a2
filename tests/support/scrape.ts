/** Scraped values by name and labels, such as `fieldhand_ready` or `fieldhand_jobs_waiting{queue="daily"}`. */
export type Scrape = ReadonlyMap<string, number>

/** Parses Prometheus' text format. Labels are in alphabetical order. */
export function parseScrape(text: string): Scrape {
  const values = new Map<string, number>()
  for (const line of text.split('\n')) {
    const [, name, labels, value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (name === undefined || line.startsWith('#')) continue
    const sorted = [...(labels ?? '').matchAll(/\w+="(?:[^"\\]|\\.)*"/g)].map(([label]) => label).toSorted()
    values.set(sorted.length > 0 ? `${name}{${sorted.join(',')}}` : name, Number(value))
  }
  return values
}
