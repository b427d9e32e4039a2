/** Posts a webhook as JSON. Returns the status of the response; null if there is none in time. */
export async function postWebhook(
  url: string,
  { headers, body, ms }: { headers: Record<string, string>; body: string; ms: number },
): Promise<number | null> {
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(ms),
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  }).catch(() => null)
  await response?.body?.cancel()
  return response?.status ?? null
}
