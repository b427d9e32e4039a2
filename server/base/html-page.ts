import { escapeAttribute } from '../../src/domain/settings/embed-snippet.ts'

interface Page {
  /** `title` is text; the other parts are HTML. */
  title: string
  /** English by default. */
  language?: string
  head: readonly string[]
  body: string
  /** Whether the page shrinks when the on-screen keyboard opens, so that an input at its bottom stays visible. */
  makesWayForKeyboard?: boolean
}

/** Returns an HTML page that search engines do not index. */
export function htmlPage({ title, language = 'en', head, body, makesWayForKeyboard = false }: Page): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1${makesWayForKeyboard ? ', interactive-widget=resizes-content' : ''}">
<meta name="robots" content="noindex">
<title>${escapeAttribute(title)}</title>
${head.join('\n')}
</head>
<body>
${body}
</body>
</html>
`
}
