import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TEST_CONSOLE } from '../../scripts/lib/test-console.ts'
import { freePorts, runProgram } from './program.ts'

const PROGRAM = 'nginx'
/** The console's origin for all servers. Tokens are valid for this console wherever it is served. */
const CONSOLE = 'http://localhost:3000'
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** Several servers on one PostgreSQL behind nginx. */
export interface Servers {
  /** The address at which the proxy serves the API. */
  api: string
  /** The IDs of their processes. */
  pids: readonly (number | undefined)[]
  /** Kills a server abruptly, like a power failure. */
  kill(index: number): void
  stop(): Promise<void>
}

export const SERVER_CONSOLE = CONSOLE

function hasProxy(): boolean {
  try {
    execFileSync(PROGRAM, ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Returns the configuration in docs/deploy.md, "More than one server". */
const configOf = (
  folder: string,
  port: number,
  apis: readonly number[],
) => `daemon off; error_log stderr crit;
pid ${folder}/pid; worker_processes 1; events { worker_connections 16384; }
http {
  access_log off; ${TEMPORARY.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  upstream api { ${apis.map((each) => `server 127.0.0.1:${each};`).join(' ')} keepalive 64; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://api;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      # Beyond docs/deploy.md: the visitors of the benchmark name their addresses themselves.
      set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_buffering off;
      proxy_read_timeout 1h;
    }
  }
}
`

async function startProxy(apis: readonly number[], port: number): Promise<ChildProcess & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldhand-proxy-'))
  const file = join(folder, 'nginx.conf')
  await writeFile(file, configOf(folder, port, apis))
  const child = spawn(PROGRAM, ['-c', file, '-p', folder], { stdio: ['ignore', 'ignore', 'inherit'] })
  return Object.assign(child, { folder })
}

async function untilAnswers(address: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await fetch(address).catch(() => null)
    if (answer?.ok) return
    if (attempt > 200) throw new Error(`${address} does not respond`)
    await new Promise((wake) => setTimeout(wake, 100))
  }
}

/**
 * Starts the given number of servers on the database, with additional variables and a proxy in front of their APIs.
 * Throws if nginx is not installed.
 */
export async function startServers(
  databaseUrl: string,
  count: number,
  env: Record<string, string> = {},
): Promise<Servers> {
  if (!hasProxy()) throw new Error('nginx is not installed: apt-get install nginx')
  const ports = await freePorts(4 * count + 1)
  const [port = 0] = ports.splice(-1)
  const servers = Array.from({ length: count }, (_, index) => {
    const [console, api, widget, smtp] = ports.slice(4 * index, 4 * index + 4).map(String)
    const running = runProgram('dev/main.ts', [], {
      CONSOLE_PORT: console ?? '',
      API_PORT: api ?? '',
      WIDGET_PORT: widget ?? '',
      MAILBOX_SMTP_PORT: smtp ?? '',
      PUBLIC_CONSOLE_URL: CONSOLE,
      DATABASE_URL: databaseUrl,
      DIST_FOLDER: TEST_CONSOLE,
      TRUST_PROXY: '1',
      LOG_LEVEL: 'error',
      ...env,
    })
    return { ...running, api: Number(api) }
  })
  await Promise.all(servers.map((each) => each.saying('Fieldhand is running')))
  const proxy = await startProxy(
    servers.map(({ api }) => api),
    port,
  )
  const address = `http://127.0.0.1:${port}`
  await untilAnswers(`${address}/healthz`)
  return {
    api: address,
    pids: servers.map(({ child }) => child.pid),
    kill: (index) => void servers[index]?.child.kill('SIGKILL'),
    async stop() {
      for (const { child } of servers) child.kill('SIGTERM')
      const gone = once(proxy, 'exit')
      proxy.kill('SIGTERM')
      await Promise.all([gone, ...servers.map(({ ended }) => ended)])
      await rm(proxy.folder, { recursive: true, force: true })
    },
  }
}
