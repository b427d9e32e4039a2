import type { Hono } from 'hono'
import type { Allowance } from '../http/rate-limit.ts'
import type { StreamLimits } from '../http/streams.ts'
import type { MemberDirectory } from '../kernel/deps.ts'
import type { UploadLimits } from '../photos/upload-limits.ts'
import type { VoiceTimes } from '../voice/line.ts'

/** One application per port: the console, the API, the widget host. */
export interface App {
  console: Hono
  api: Hono
  widget: Hono
}

/**
 * The local stand-ins for other companies' services. The server runs without them; the start script passes
 * them in (`dev/`).
 */
export interface StandIns {
  identity?: MemberDirectory
  /** Overrides for the limits of visitors (widget/visitor-limits.ts), by name. */
  visitorLimits?: Readonly<Record<string, Allowance>>
  /** Overrides for the limits of photo uploads. */
  uploadLimits?: Partial<UploadLimits>
  /** Overrides for the limits of live streams, of members and of visitors. */
  streamLimits?: Partial<StreamLimits>
  /** Overrides for the times of calls. */
  voiceTimes?: Partial<VoiceTimes>
  /** Adds routes to a port, before the product's own. */
  routes?: Partial<Record<keyof App, (port: Hono) => void>>
  /** Runs once, before the first request. */
  prepare?(): Promise<unknown>
  /** Returns lines for the greeting. Runs after `prepare`. */
  greeting?(): Promise<Greeting>
}

/** Lines of the start message as label and value. */
export type Greeting = readonly (readonly [label: string, value: string])[]
