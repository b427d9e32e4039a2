import {
  breadcrumbsIntegration,
  browserTracingIntegration,
  captureException,
  type ErrorEvent,
  init,
  setUser,
  withStreamedSpan,
} from '@sentry/browser'
import { isHealthCheck, TRACE_SAMPLE_RATE, withoutPersonalData } from '../../domain/monitoring.ts'
import { $confirmedSession } from '../../platform/session.ts'
import { makeCarefulTransport } from './transport.ts'

/** Of the parts that start by themselves: what is typed, clicked and logged, and a count of visits. */
const UNWANTED = new Set(['Breadcrumbs', 'Console', 'BrowserSession'])
/** Spans name elements by their labels, and those hold names of leads. */
const NAMES_ELEMENTS = /element|\.source\b|\.target\b/

/** The report without personal data; null for health checks (section 8). */
function reportOf(event: ErrorEvent): ErrorEvent | null {
  if (isHealthCheck(event.request?.url)) return null
  if (event.message) event.message = withoutPersonalData(event.message)
  for (const exception of event.exception?.values ?? []) {
    if (exception.value) exception.value = withoutPersonalData(exception.value)
  }
  // What was thrown and is no error would be sent whole.
  delete event.extra
  return event
}

/**
 * Reports errors, and traces one page load or navigation in ten, to the service that `dsn` names. Of the user it
 * learns the id; no e-mail address, name, cookie, header, body, query, click or text of the page goes along.
 */
export function startErrorReporting(dsn: string, early: readonly unknown[]): void {
  init({
    dsn,
    transport: makeCarefulTransport,
    environment: location.hostname,
    tracesSampleRate: TRACE_SAMPLE_RATE,
    // No header of its own on calls of the product's API.
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
    // The router's, where one navigation has overtaken another: nothing is wrong.
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
