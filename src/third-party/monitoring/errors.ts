import {
  breadcrumbsIntegration,
  browserTracingIntegration,
  captureException,
  type ErrorEvent,
  init,
  setUser,
  withStreamedSpan,
} from '@sentry/browser'
import { isHealthCheck, TRACE_SAMPLE_RATE, withoutPersonalData } from '../../domain/monitoring/monitoring.ts'
import { $confirmedSession } from '../../platform/session/session.ts'
import { makeCarefulTransport } from './transport.ts'

/** The default integrations to remove: breadcrumbs of input, clicks, and logs, and session counts. */
const UNWANTED = new Set(['Breadcrumbs', 'Console', 'BrowserSession'])
/** Span attributes that identify elements by their labels, which contain names of leads. */
const NAMES_ELEMENTS = /element|\.source\b|\.target\b/

/** Returns the report without personal data, or null for health checks (section 8). */
function reportOf(event: ErrorEvent): ErrorEvent | null {
  if (isHealthCheck(event.request?.url)) return null
  if (event.message) event.message = withoutPersonalData(event.message)
  for (const exception of event.exception?.values ?? []) {
    if (exception.value) exception.value = withoutPersonalData(exception.value)
  }
  // Otherwise, a thrown value that is not an error would be sent in full.
  delete event.extra
  return event
}

/**
 * Reports errors to the service in `dsn`, and traces one in ten page loads and navigations. Sends the user's id, but no
 * email address, name, cookie, header, body, query, click, or page text.
 */
export function startErrorReporting(dsn: string, early: readonly unknown[]): void {
  init({
    dsn,
    transport: makeCarefulTransport,
    environment: location.hostname,
    tracesSampleRate: TRACE_SAMPLE_RATE,
    // Prevents tracing headers on requests to the product API.
    tracePropagationTargets: [],
    replaysSessionSampleRate: 1,
    replaysOnErrorSampleRate: 0,
    dataCollection: {
      userInfo: false,
      cookies: false,
      httpHeaders: { request: { allow: ['user-agent'] }, response: false },
      httpBodies: [],
      urlQueryParams: false,
      stackFrameVariables: false,
    },
    integrations: (defaults) => [
      ...defaults.filter(({ name }) => !UNWANTED.has(name)),
      breadcrumbsIntegration({ dom: false }),
      browserTracingIntegration({
        enableLongTask: false,
        enableLongAnimationFrame: false,
        webVitals: { ignore: ['inp'] },
      }),
    ],
    // Thrown by the router when one navigation replaces another. Not an error.
    ignoreErrors: ['Transition was skipped'],
    beforeSend: reportOf,
    beforeSendSpan: withStreamedSpan((span) => {
      for (const name of Object.keys(span.attributes ?? {})) {
        if (NAMES_ELEMENTS.test(name)) delete span.attributes?.[name]
      }
      return span
    }),
  })
  $confirmedSession.subscribe(({ user }) => setUser(user && { id: user.id }))
  for (const problem of early) captureException(problem)
}
