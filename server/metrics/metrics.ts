import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { VERSION } from '../base/version.ts'

/** In seconds. */
const REQUEST_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const QUERY_BUCKETS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5]
const JOB_BUCKETS = [0.05, 0.25, 1, 5, 15, 60, 300]
const MODEL_BUCKETS = [0.5, 1, 2, 4, 8]

/**
 * The metrics of this process for Prometheus. Labels have few values: no ids, addresses, or names of organizations.
 * docs/metrics.md lists all metrics.
 */
export type Metrics = ReturnType<typeof createMetrics>

declare module '../kernel/deps.ts' {
  interface Deps {
    /** The counters for Prometheus, if metrics are on. */
    metrics?: Metrics | null
  }
}

/** Creates the metrics of one process, all zero. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const counter = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name: `fieldhand_${name}`, help, labelNames, registers })
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: `fieldhand_${name}`, help, labelNames, registers })
  const histogram = <Label extends string>(
    name: string,
    help: string,
    buckets: number[],
    labelNames: Label[],
  ) => new Histogram({ name: `fieldhand_${name}`, help, buckets, labelNames, registers })

  gauge('build_info', 'Always 1; the labels name the version', ['version', 'node']).set(
    { version: VERSION, node: process.version },
    1,
  )

  return {
    registry,
    requests: histogram(
      'http_request_duration_seconds',
      'Time until a response began, by the pattern of its route',
      REQUEST_BUCKETS,
      ['method', 'route', 'status'],
    ),
    openStreams: gauge('open_streams', 'Open live streams', ['side']),
    rateLimitRefusals: counter('rate_limit_refusals_total', 'Requests over a limit', ['limit']),
    queries: histogram(
      'database_query_duration_seconds',
      'Time of queries, without the wait for a connection',
      QUERY_BUCKETS,
      ['outcome'],
    ),
    jobs: histogram('job_duration_seconds', 'Time of jobs of a queue', JOB_BUCKETS, ['queue', 'outcome']),
    dailyJobs: counter('daily_job_runs_total', 'Runs of each daily job', ['job', 'outcome']),
    notifications: counter('notifications_total', 'Attempts to send a notification', ['channel', 'outcome']),
    textSegments: counter('text_segments_total', 'Parts of texts, which carriers charge', ['direction']),
    webhookAttempts: counter('webhook_attempts_total', 'Attempts to deliver a webhook', ['outcome']),
    visitorMessages: counter('visitor_messages_total', 'Messages of visitors that were stored'),
    agentAnswers: counter('agent_answers_total', 'Messages of visitors that the agent answered'),
    leads: counter('leads_captured_total', 'Leads that began in a chat'),
    takeovers: counter('takeovers_total', 'Conversations that a person took over'),
    modelCalls: histogram('model_call_duration_seconds', 'Time of answers of the model', MODEL_BUCKETS, [
      'outcome',
    ]),
    modelFallbacks: counter(
      'model_fallbacks_total',
      'Answers of the script although there is a model, by the reason',
      ['reason'],
    ),
    logLines: counter('log_lines_total', 'Lines of the log at the levels warn, error, and fatal', [
      'level',
      'message',
    ]),
    /** Set at each scrape; see figures.ts. */
    ready: gauge('ready', '1 if a write reaches the database'),
    pool: gauge('database_connections', 'Connections of the pool', ['state']),
    poolLimit: gauge('database_connections_limit', 'The most connections of the pool'),
    poolWaiting: gauge('database_connections_waiting', 'Queries that wait for a connection'),
    diskFree: gauge('disk_free_bytes', 'Free space of the disk with a folder', ['folder']),
    figures: {
      jobsWaiting: gauge('jobs_waiting', 'Jobs that are due', ['queue']),
      jobsRetrying: gauge('jobs_retrying', 'Jobs that failed and are tried again', ['queue']),
      oldestJob: gauge('oldest_job_age_seconds', 'Time since the oldest waiting job was added', ['queue']),
      dailyJobsRun: gauge('daily_jobs_last_run_timestamp_seconds', 'When a server last ran the daily jobs'),
      notificationsPlanned: gauge('notifications_planned', 'Notifications that wait for their time', [
        'channel',
      ]),
      notificationsLate: gauge('notifications_late_seconds', 'How long the oldest planned one is overdue', [
        'channel',
      ]),
      webhookDeliveries: gauge('webhook_deliveries', 'Deliveries that are not over', ['status']),
      webhookEndpoints: gauge('webhook_endpoints', 'Webhook endpoints', ['state']),
      hubspotConnections: gauge('hubspot_connections', 'Connections to HubSpot', ['state']),
      hubspotWaiting: gauge('hubspot_leads_waiting', 'Leads with a change that is not at HubSpot yet'),
      calendarConnections: gauge('calendar_connections', 'Connections to calendars', ['service', 'state']),
      calendarWaiting: gauge(
        'calendar_calls_waiting',
        'Calls with a change that is not in the calendar yet',
        ['state'],
      ),
    },
  }
}
