import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { refreshWidgets } from '../../../../src/platform/page/widget.ts'
import {
  $previewedOrganization,
  $previewLoads,
  $previewStatus,
  AUTO_OPEN_DELAY_MS,
  OPEN_RETRY_MS,
  openPreview,
  PREVIEW_PATIENCE_MS,
  PREVIEW_SILENCE_MS,
  type Preview,
  REFRESH_PATIENCE_MS,
  RELOAD_FRAME_DELAY_MS,
} from '../../../../src/stores/playground/playground.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'

let preview: Preview
let posted: string[]
let onMessage: (data: unknown) => void
const tell = (type: string) => onMessage({ source: 'fieldhand-preview', type })

beforeEach(() => {
  vi.useFakeTimers()
  posted = []
  preview = openPreview((listener) => {
    onMessage = listener
    return { post: (data) => posted.push((data as { action: string }).action), close: () => {} }
  })
})
afterEach(() => {
  preview.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the preview', () => {
  it('is told to open its chat half a second after the frame has loaded', () => {
    preview.loaded()
    vi.advanceTimersByTime(AUTO_OPEN_DELAY_MS - 1)
    expect(posted).toEqual([])
    vi.advanceTimersByTime(1)
    expect(posted).toEqual(['autoOpenWidget'])
    expect(AUTO_OPEN_DELAY_MS).toBe(500)
  })

  it('tries to open its chat at the start, again after 100 ms, until it opens', () => {
    vi.advanceTimersByTime(OPEN_RETRY_MS * 3)
    expect(posted).toEqual([])
    tell('ready')
    vi.advanceTimersByTime(OPEN_RETRY_MS)
    expect(posted).toEqual(['autoOpenWidget'])
    vi.advanceTimersByTime(OPEN_RETRY_MS * 5)
    expect(posted).toHaveLength(1)
    expect(OPEN_RETRY_MS).toBe(100)
  })

  it('forgets the visitor, then reloads after half a second', () => {
    const loads = $previewLoads.get()
    tell('ready')
    preview.refresh()
    expect(posted).toEqual(['clearUserData'])
    vi.advanceTimersByTime(RELOAD_FRAME_DELAY_MS - 1)
    expect($previewLoads.get()).toBe(loads)
    vi.advanceTimersByTime(1)
    expect($previewLoads.get()).toBe(loads + 1)
    expect($previewStatus.get()).toBe('loading')
    expect(RELOAD_FRAME_DELAY_MS).toBe(500)
  })

  it('fails on an error message or a timeout, and recovers when it loads later', () => {
    tell('error')
    expect($previewStatus.get()).toBe('failed')
    preview.retry()
    expect($previewStatus.get()).toBe('loading')
    vi.advanceTimersByTime(PREVIEW_PATIENCE_MS)
    expect($previewStatus.get()).toBe('failed')
    tell('ready')
    expect($previewStatus.get()).toBe('ready')
    vi.advanceTimersByTime(PREVIEW_PATIENCE_MS)
    expect($previewStatus.get()).toBe('ready')
  })

  it('fails two seconds after its frame has loaded without a message', () => {
    preview.loaded()
    vi.advanceTimersByTime(PREVIEW_SILENCE_MS - 1)
    expect($previewStatus.get()).toBe('loading')
    vi.advanceTimersByTime(1)
    expect($previewStatus.get()).toBe('failed')
    expect(PREVIEW_SILENCE_MS).toBe(2_000)
    preview.retry()
    tell('ready')
    preview.loaded()
    vi.advanceTimersByTime(PREVIEW_PATIENCE_MS)
    expect($previewStatus.get()).toBe('ready')
  })

  it('ignores other messages', () => {
    for (const data of [null, 'ready', { type: 'ready' }, { source: 'fieldhand-chat', type: 'error' }])
      onMessage(data)
    tell('unknown')
    expect($previewStatus.get()).toBe('loading')
  })

  it('accepts a question only after it has loaded', () => {
    expect(preview.ask('Too early?')).toBe(false)
    tell('ready')
    expect(preview.ask('How much?')).toBe(true)
    expect(posted).toEqual(['sendMessage'])
  })
})

describe('a save', () => {
  it('refreshes a loaded preview', async () => {
    tell('ready')
    const refreshed = refreshWidgets()
    expect(posted).toEqual(['refreshWidget'])
    tell('refreshed')
    await expect(refreshed).resolves.toBe(true)
  })

  it('does not refresh a preview that has not loaded, failed, or is silent', async () => {
    await expect(refreshWidgets()).rejects.toThrow('The preview is not ready')
    tell('ready')
    const failing = expect(refreshWidgets()).rejects.toThrow('Failed to load widget preview.')
    tell('error')
    await failing
    tell('ready')
    const silent = expect(refreshWidgets()).rejects.toThrow('did not respond')
    await vi.advanceTimersByTimeAsync(REFRESH_PATIENCE_MS)
    await silent
  })

  it('finds no widget after the preview is closed', async () => {
    tell('ready')
    const refreshed = refreshWidgets()
    preview.close()
    await expect(refreshed).resolves.toBe(true)
    await expect(refreshWidgets()).resolves.toBe(false)
    tell('error')
  })

  it('also opens the widget of the embed script', () => {
    preview.close()
    const open = vi.fn()
    vi.stubGlobal('fieldhand', { open })
    preview = openPreview(() => ({ post: () => {}, close: () => {} }))
    expect(open).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(OPEN_RETRY_MS * 3)
    expect(open).toHaveBeenCalledTimes(1)
  })
})

it('the previewed organization is the selected one, null without one, and undefined before', () => {
  signOutNow()
  expect($previewedOrganization.get()).toBeUndefined()
  signInTo('org_greenacres')
  expect($previewedOrganization.get()).toBe('org_greenacres')
  signInTo(null)
  expect($previewedOrganization.get()).toBeNull()
  signOutNow()
})
