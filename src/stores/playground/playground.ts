import { atom, computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { fetchPreviewPass } from '../../api/preview.ts'
import { type PreviewCommand, PreviewEvent } from '../../contract/preview.ts'
import { type TracedTurn, tracedTurns } from '../../domain/conversations/traced-turns.ts'
import { suggestedQuestions } from '../../domain/playground/suggested-questions.ts'
import { navigate } from '../../platform/page/navigation.ts'
import type { FrameChannel } from '../../platform/page/widget.ts'
import { openWidgets, registerWidget } from '../../platform/page/widget.ts'
import { markStaleInTurn } from '../base/query/query.ts'
import { $session } from '../base/session/session.ts'
import { threadQuery } from '../conversations/thread-query.ts'
import { $stored } from '../settings/source.ts'

export { openFrameChannel } from '../../platform/page/widget.ts'

/** Section 7, Preview iframe: milliseconds from the load of the frame to `autoOpenWidget`. */
export const AUTO_OPEN_DELAY_MS = 500

/** Section 7, Preview iframe: milliseconds from `clearUserData` to the reload of the frame. */
export const RELOAD_FRAME_DELAY_MS = 500

/** Section 2, Playground: milliseconds after which the console retries opening the chat widget. */
export const OPEN_RETRY_MS = 100

/** Milliseconds after which a frame that has not loaded counts as failed. It can still load later. */
export const PREVIEW_PATIENCE_MS = 8_000

/**
 * Milliseconds within which a loaded frame must report to the console. If the host is down, the browser's error page
 * loads immediately, but does not report.
 */
export const PREVIEW_SILENCE_MS = 2_000

/** The timeout of a refresh in milliseconds. */
export const REFRESH_PATIENCE_MS = 5_000

/** The error texts of the preview (section 8). */
export const PREVIEW_TEXTS = {
  failed: { title: 'Widget Preview Error', reason: 'Failed to load widget preview.' },
  noOrganization: {
    title: 'Organization Required',
    reason: 'Please select an organization to preview the chat widget.',
  },
} as const

const $status = atom<'loading' | 'ready' | 'failed'>('loading')

/** The state of the preview's frame. */
export const $previewStatus: ReadableAtom<'loading' | 'ready' | 'failed'> = $status

const $conversationId = atom<string | null>(null)

const $thread = threadQuery($conversationId)

/**
 * The agent's turns in the preview's chat, latest first. Empty if the API can't say why the agent wrote them, or the
 * widget host doesn't name the conversation.
 */
export const $previewTurns: ReadableAtom<readonly TracedTurn[]> = computed($thread, ({ data }) =>
  data ? tracedTurns(data).reverse() : [],
)

/** Notes that there is a new answer in a conversation of the preview. */
export function followTest(conversationId: string): void {
  const organizationId = $previewedOrganization.get()
  if ($conversationId.get() !== conversationId) $conversationId.set(conversationId)
  else if (organizationId) void markStaleInTurn(organizationId, 'thread', conversationId)
}

const $loads = atom(0)

/** The number of times that the frame has been reloaded; use it as the frame's key. */
export const $previewLoads: ReadableAtom<number> = $loads

/** The organization of the preview; null if none is selected, undefined while unknown. */
export const $previewedOrganization: ReadableAtom<string | null | undefined> = computed(
  $session,
  ({ status, organization }) => (status === 'signed-in' ? (organization?.id ?? null) : undefined),
)

/** Sample questions about the saved services, which the preview's agent can answer. */
export const $suggestedQuestions: ReadableAtom<readonly string[]> = computed($stored, (stored) =>
  stored ? suggestedQuestions(stored.services_offered) : [],
)

/**
 * Returns the fragment of the preview's URL: a pass, which makes the preview's chat a test. Returns an empty string if
 * the API cannot provide one.
 */
export async function previewFragment(organizationId: string): Promise<string> {
  try {
    return `#pass=${encodeURIComponent(await fetchPreviewPass(organizationId))}`
  } catch {
    return ''
  }
}

/** Navigates from the preview to the Settings screen (section 2, Playground). */
export function leavePlayground(): void {
  void navigate('/agent')
}

export interface Preview {
  /** Call this when the frame has loaded. */
  loaded: () => void
  /** Clears the visitor's data, then reloads the frame. */
  refresh: () => void
  /** Reloads the frame. */
  retry: () => void
  /** Sends a question to the chat. Returns false if the preview is not ready. */
  ask: (question: string) => boolean
  close: () => void
}

/**
 * Controls the preview in the frame that `connect` connects to: opens its chat, refreshes it after saves, and reports
 * its state in {@link $previewStatus}.
 */
export function openPreview(connect: (onMessage: (data: unknown) => void) => FrameChannel): Preview {
  const timers = new Map<'patience' | 'opening' | 'entry' | 'reload', ReturnType<typeof setTimeout>>()
  let refreshing: PromiseWithResolvers<void> | null = null

  const later = (name: Parameters<typeof timers.set>[0], task: () => void, ms: number) => {
    clearTimeout(timers.get(name))
    timers.set(name, setTimeout(task, ms))
  }
  const post = (command: PreviewCommand) => channel.post(command)
  const isReady = () => $status.get() === 'ready'

  const channel = connect((data) => {
    const event = v.safeParse(PreviewEvent, data)
    if (!event.success) return
    const { type, conversation_id } = event.output
    if (type === 'error') fail()
    else clearTimeout(timers.get('patience'))
    if (type === 'ready') $status.set('ready')
    if (type === 'refreshed') refreshing?.resolve()
    if (type === 'escaped') leavePlayground()
    if (type === 'conversation' && conversation_id) followTest(conversation_id)
  })

  function fail(): void {
    clearTimeout(timers.get('patience'))
    $status.set('failed')
    refreshing?.reject(new Error(PREVIEW_TEXTS.failed.reason))
  }

  function begin(): void {
    $status.set('loading')
    $conversationId.set(null)
    later('patience', fail, PREVIEW_PATIENCE_MS)
  }

  function reload(): void {
    begin()
    $loads.set($loads.get() + 1)
  }

  async function applySaved(): Promise<void> {
    if (!isReady()) throw new Error('The preview is not ready')
    refreshing?.resolve()
    const mine = Promise.withResolvers<void>()
    refreshing = mine
    const timer = setTimeout(() => mine.reject(new Error('The preview did not respond')), REFRESH_PATIENCE_MS)
    post({ action: 'refreshWidget' })
    try {
      await mine.promise
    } finally {
      clearTimeout(timer)
      if (refreshing === mine) refreshing = null
    }
  }

  const forget = registerWidget({
    refresh: applySaved,
    open() {
      if (!isReady()) return false
      post({ action: 'autoOpenWidget' })
      return true
    },
  })

  function enter(): void {
    if (!openWidgets()) later('entry', enter, OPEN_RETRY_MS)
  }

  begin()
  enter()
  return {
    loaded() {
      if ($status.get() === 'loading') later('patience', fail, PREVIEW_SILENCE_MS)
      later('opening', () => post({ action: 'autoOpenWidget' }), AUTO_OPEN_DELAY_MS)
    },
    refresh() {
      post({ action: 'clearUserData' })
      later('reload', reload, RELOAD_FRAME_DELAY_MS)
    },
    retry: reload,
    ask(text) {
      if (isReady()) post({ action: 'sendMessage', text })
      return isReady()
    },
    close() {
      forget()
      channel.close()
      for (const timer of timers.values()) clearTimeout(timer)
      refreshing?.resolve()
    },
  }
}
