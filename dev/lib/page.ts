import type { Context } from 'hono'
import { html, raw } from 'hono/html'

export type Html = ReturnType<typeof html>

const STYLE = `:root{color-scheme:light;font:14px/1.5 "Lexend Deca",Avenir,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:#213343;--line:#cbd6e2;--link:#00677f;--accent:#c93700;--quiet:#516f90}
*{box-sizing:border-box}
body{margin:0;background:#f5f8fa;overflow-wrap:anywhere}
a{color:var(--link)}
:focus-visible{outline:3px solid #00677f;outline-offset:2px}
header{background:#213343;color:#fff;padding:.5rem 1rem;display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;align-items:center}
header a{color:#fff}
header span{color:#cbd6e2;margin-inline-start:auto}
main{max-width:72rem;margin:0 auto;padding:1rem}
main.narrow{max-width:34rem}
h1{font-size:1.5rem;margin:0 0 .5rem}
h2{font-size:1rem;margin:0 0 .5rem}
.card{background:#fff;border:1px solid var(--line);border-radius:3px;padding:1rem;margin-bottom:1rem}
.columns{display:grid;grid-template-columns:minmax(16rem,1fr) 2fr;gap:1rem;align-items:start}
.quiet,time,dt{color:var(--quiet)}
dl{margin:0}dd{margin:0 0 .5rem}
ul{margin:0;padding-inline-start:1.25rem}
label{display:block;color:var(--quiet);margin-bottom:.75rem}
label.pick{color:inherit}
input:not([type=radio],[type=checkbox]),select,textarea{display:block;width:100%;font:inherit;color:#213343;background:#f5f8fa;border:1px solid var(--line);border-radius:3px;padding:.5rem}
button,.button{font:inherit;display:inline-block;min-height:40px;padding:.5rem 1.25rem;border-radius:3px;border:1px solid var(--accent);background:var(--accent);color:#fff;cursor:pointer;text-decoration:none}
button.plain{background:#fff;color:var(--accent)}
.text{white-space:pre-wrap;margin:0}
article+article{border-top:1px solid var(--line);margin-top:.75rem}
.bar{display:flex;flex-wrap:wrap;gap:.5rem}
table{width:100%;border-collapse:collapse;background:#fff}
th,td{text-align:start;padding:.5rem .75rem;border:1px solid var(--line)}
@media(max-width:768px){.columns{grid-template-columns:1fr}}`

const HEADERS = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  // No form-action, because submitting the consent page redirects to the app, and from there to any URL.
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
}

interface Page {
  /** The product that the page simulates. */
  product?: string
  title: string
  /** The navigation links. */
  nav?: Html
  isNarrow?: boolean
  body: Html
}

/** Sends a page of a stand-in in the style of HubSpot. The page says that it isn't the real one. */
export function sendPage(
  c: Context,
  { product = 'HubSpot', title, nav = html``, isNarrow = false, body }: Page,
  status: 200 | 400 | 404 = 200,
) {
  return c.html(
    html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="data:,">
<title>${title} · ${product} on this machine</title><style>${raw(STYLE)}</style></head>
<body><header><strong>${product}</strong>${nav}<span>Stand-in on this machine</span></header>
<main${raw(isNarrow ? ' class="narrow"' : '')}>${body}</main></body>
</html>`,
    status,
    HEADERS,
  )
}

/** Returns the URL to which the consent page redirects. */
export function back(
  { redirectUri, state }: { redirectUri: string; state: string | undefined },
  parameters: Record<string, string>,
): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  if (state !== undefined) url.searchParams.set('state', state)
  return url.href
}
