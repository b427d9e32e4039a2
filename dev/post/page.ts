import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { html, raw } from 'hono/html'

export type Html = ReturnType<typeof html>

export const OFFICES = {
  mailbox: { path: '/__local/mailbox', title: 'Mailbox' },
  push: { path: '/__local/push', title: 'Push' },
  sms: { path: '/__local/sms', title: 'Texts' },
} as const
export type Office = keyof typeof OFFICES

const STYLE = `:root{color-scheme:light dark;--ground:light-dark(#f5f5f5,#141414);--sheet:light-dark(#fff,#1f1f1f);--line:light-dark(#dcdcdc,#3d3d3d);--text:light-dark(#212121,#ececec);--quiet:light-dark(#5f6368,#a8a8a8);--link:light-dark(#0b57a4,#8ab8ff);--chosen:light-dark(#e8f0fa,#22324a);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);overflow-wrap:anywhere}
a{color:var(--link)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
header,main{max-width:60rem;margin:0 auto;padding:1rem}
header{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:baseline;padding-bottom:0}
header p{margin:0;color:var(--quiet);font-size:.875rem}
nav{display:flex;flex-wrap:wrap;gap:.25rem;width:100%}
nav a{padding:.5rem .75rem;border-radius:6px;text-decoration:none}
nav a[aria-current]{background:var(--chosen);font-weight:600}
h1{font-size:1.375rem;margin:0 0 .75rem}
h2{font-size:1rem;margin:1.5rem 0 .5rem}
.bar{display:flex;flex-wrap:wrap;gap:.5rem;margin:0 0 1rem}
.bar form{display:flex;gap:.5rem;flex:1 1 16rem}
.bar form.end{flex:0 0 auto}
input,textarea,select{font:inherit;color:inherit;background:var(--sheet);border:1px solid var(--line);border-radius:6px;padding:.5rem .75rem;min-width:0;flex:1;width:100%}
button{font:inherit;font-weight:600;color:inherit;background:var(--sheet);border:1px solid var(--line);border-radius:6px;padding:.5rem 1rem;min-height:44px;cursor:pointer}
.sheet{background:var(--sheet);border:1px solid var(--line);border-radius:8px;padding:0;margin:0;list-style:none;overflow:hidden}
.sheet li+li{border-top:1px solid var(--line)}
.row{display:grid;grid-template-columns:1fr auto;gap:0 1rem;padding:.75rem 1rem;color:inherit;text-decoration:none}
a.row:hover{background:var(--chosen)}
a.row:focus-visible{outline-offset:-3px}
.row strong{font-weight:600}
.quiet,time{color:var(--quiet);font-size:.875rem}
.empty{padding:2rem 1rem;text-align:center;color:var(--quiet)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:0 0 1rem}
dt{color:var(--quiet)}dd{margin:0}
pre{white-space:pre-wrap;background:var(--sheet);border:1px solid var(--line);border-radius:8px;padding:1rem;margin:0;font:.875rem/1.5 ui-monospace,Consolas,monospace}
.row pre{grid-column:1/-1;border:0;padding:.5rem 0 0;background:none}
iframe{width:100%;height:75vh;border:1px solid var(--line);border-radius:8px;background:#fff}
.row p{margin:0;grid-column:1/-1}
form.reply{display:grid;gap:.5rem;max-width:30rem}
form.reply button{justify-self:start}
@media(max-width:480px){header,main{padding:.75rem}.row{grid-template-columns:1fr}}`

/** Reloads the page when something has arrived, unless someone is typing. */
const SCRIPT = `const {version,state}=document.body.dataset
setInterval(async()=>{
  const field=document.activeElement?.closest('input,textarea')
  if(document.hidden||field?.value)return
  const answer=await fetch(state).catch(()=>null)
  if(answer?.ok&&String((await answer.json()).version)!==version)location.reload()
},2000)`

const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64')

const HEADERS = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  `script-src 'sha256-${SCRIPT_HASH}'`,
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

interface Page {
  office: Office
  /** The document's title; by default, the post office's. */
  title?: string
  /** Changes when something arrives. */
  version: number
  body: Html
  /** Whether the page updates when something arrives. */
  isLive?: boolean
}

export function sendPage(
  c: Context,
  { office, title, version, body, isLive = true }: Page,
  status: 200 | 404 = 200,
) {
  const tabs = Object.entries(OFFICES).map(
    ([name, { path, title }]) =>
      html`<a href="${path}"${raw(name === office ? ' aria-current="page"' : '')}>${title}</a>`,
  )
  const page = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="data:,">
<title>${title ?? OFFICES[office].title} · This machine</title><style>${raw(STYLE)}</style></head>
<body data-version="${version}" data-state="/__local/post.json">
<header><nav aria-label="Post office">${tabs}</nav>
<p>What Fieldhand sent on this machine. Nothing leaves it, and it ends with the process.</p></header>
<main>${body}</main>
${isLive ? html`<script type="module">${raw(SCRIPT)}</script>` : ''}
</body></html>`
  return c.html(page, status, { ...HEADERS, 'Content-Security-Policy': POLICY })
}

export const when = (at: Date) =>
  html`<time datetime="${at.toISOString()}">${at.toLocaleString('en-US', {
    dateStyle: 'medium',
    timeStyle: 'medium',
  })}</time>`

export const empty = (text: string) => html`<p class="sheet empty">${text}</p>`
