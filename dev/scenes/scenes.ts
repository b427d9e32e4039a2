import type { Context, Hono } from 'hono'
import type { StandIns } from '../../server/app/stand-ins.ts'
import { htmlPage } from '../../server/base/html-page.ts'
import type { Deps } from '../../server/kernel/deps.ts'
import { ORGANIZATION_PARAM } from '../../src/contract/links.ts'
import { DEMO_OWNER_EMAIL, DEMO_PASSWORD } from '../demo/organizations.ts'
import { insertOrganization } from '../demo/seed.ts'
import { localStandIns } from '../stand-ins.ts'
import { SCENE_STATES, sceneOrganizations } from './organizations.ts'

/** The screens with their URLs. `{lead}` and `{conversation}` stand for the organization's newest ones. */
const SCREENS: readonly (readonly [name: string, path: string])[] = [
  ['Dashboard', '/'],
  ['Leads', '/leads'],
  ['No match', '/leads?search=nobody-has-this-name'],
  ['Lead dialog', '/leads?lead={lead}'],
  ['Lead page', '/leads/{lead}'],
  ['Lead not found', '/leads/no-such-lead'],
  ['Conversations', '/conversations'],
  ['No conversation matches', '/conversations?search=nobody-wrote-this'],
  ['Conversation', '/conversations/{conversation}'],
  ['Conversation not found', '/conversations/no-such-conversation'],
  ['Settings', '/agent'],
  ['Playground', '/playground'],
  ['Integrations', '/integrations'],
  ['Billing', '/billing'],
  ['Organization', '/organization'],
  ['Page not found', '/no-such-page'],
]

const THEMES = ['light', 'dark'] as const

/** Adds the scenes' organizations to the demo data if they don't exist. */
export async function seedScenes({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const existing = await trx.selectFrom('identity_organizations').select('id').execute()
    const ids = new Set(existing.map(({ id }) => id))
    for (const organization of sceneOrganizations()) {
      if (!ids.has(organization.id)) await insertOrganization(trx, organization, clock())
    }
    for (const { id, lead } of SCENE_STATES) {
      if (!lead) continue
      await trx.updateTable('leads').set(lead).where('organization_id', '=', id).execute()
      const said = { last_excerpt: lead.notes.slice(0, 200), taken_by_name: lead.prospect_name }
      await trx.updateTable('conversations').set(said).where('organization_id', '=', id).execute()
    }
  })
}

/** Returns the screens' URLs in a state. Omits a screen that needs a missing lead or conversation. */
async function screensIn({ db }: Deps, organizationId: string): Promise<(readonly [string, string])[]> {
  const newest = (table: 'leads' | 'conversations') =>
    db
      .selectFrom(table)
      .select('id')
      .where('organization_id', '=', organizationId)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  const [lead, conversation] = [await newest('leads'), await newest('conversations')]
  return SCREENS.map(([name, path]): [string, string] => [
    name,
    path.replace('{lead}', lead?.id ?? '{}').replace('{conversation}', conversation?.id ?? '{}'),
  ]).filter(([, path]) => !path.includes('{}'))
}

async function scenesPage(deps: Deps): Promise<string> {
  const rows: string[] = []
  for (const { id, name } of SCENE_STATES) {
    const screens = await screensIn(deps, id)
    for (const theme of THEMES) {
      const links = screens.map(([screen, path]) => {
        const query = new URLSearchParams({ organization: id, theme, path })
        return `<a href="/scenes/open?${query.toString().replaceAll('&', '&amp;')}">${screen}</a>`
      })
      rows.push(`<tr><th scope="row">${name}, ${theme}</th><td>${links.join(' · ')}</td></tr>`)
    }
  }
  return htmlPage({
    title: 'Scenes',
    head: [
      '<style>body{font:16px/1.6 system-ui;margin:2rem}th{text-align:left;vertical-align:top;padding-right:2rem}</style>',
    ],
    body: `<h1>Scenes</h1>
<p>Every screen in every state. Opening a scene signs in the demo owner and selects the organization of that state.
<a href="/scenes/open?path=/sign-up&amp;theme=light">Sign-up, signed out</a></p>
<p>Every control in every state: <a href="/scenes-controls">light</a> ·
<a href="/scenes-controls?theme=dark">dark</a></p>
<table>${rows.join('\n')}</table>`,
  })
}

/** A script that signs in, selects the organization and the theme, and opens the path. All values come from the URL. */
const OPENER = `
const wanted = new URLSearchParams(location.search)
const post = (path, fields) => fetch('/__clerk/v1/client' + path, { method: 'POST', body: new URLSearchParams(fields) })
localStorage.setItem('fieldhand.theme', wanted.get('theme'))
const organization = wanted.get('organization')
const path = new URL(wanted.get('path'), location.origin)
if (organization) {
  const client = (await (await fetch('/__clerk/v1/client')).json()).response
  if (!client?.last_active_session_id) {
    await post('/sign_ins', ${JSON.stringify({ identifier: DEMO_OWNER_EMAIL, strategy: 'password', password: DEMO_PASSWORD })})
  }
  path.searchParams.set(${JSON.stringify(ORGANIZATION_PARAM)}, organization)
}
location.replace(path.pathname + path.search)
`

function answerFaults(port: Hono): void {
  for (const { id, fault } of SCENE_STATES) {
    if (!fault) continue
    const fail = async (c: Context): Promise<Response> =>
      fault === 'loading'
        ? new Promise(() => {})
        : c.json({ error: { message: 'The scene fails' } }, 500, { 'Access-Control-Allow-Origin': '*' })
    for (const path of [`/api/v1/organizations/${id}`, `/api/v1/organizations/${id}/*`]) {
      port.use(path, (c, next) => (c.req.method === 'OPTIONS' ? next() : fail(c)))
    }
  }
}

/** Adds the scenes to the local stand-ins: their data, their page at `/scenes`, and the API's faults. */
export function sceneStandIns(deps: Deps): StandIns {
  const local = localStandIns(deps)
  return {
    ...local,
    routes: {
      ...local.routes,
      console(port) {
        port.get('/scenes', async (c) => c.html(await scenesPage(deps)))
        port.get('/scenes/open', (c) =>
          c.html(
            htmlPage({
              title: 'Opening the scene',
              head: [],
              body: `<script type="module">${OPENER}</script>`,
            }),
          ),
        )
        local.routes?.console?.(port)
      },
      api(port) {
        answerFaults(port)
        local.routes?.api?.(port)
      },
    },
    async prepare() {
      await local.prepare?.()
      await seedScenes(deps)
    },
    greeting: async () => [
      ...((await local.greeting?.()) ?? []),
      ['Scenes', `${deps.config.origins.console}/scenes`],
    ],
  }
}
