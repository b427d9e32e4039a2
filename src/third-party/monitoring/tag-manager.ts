import { loadScript } from '../load-script.ts'

declare global {
  interface Window {
    dataLayer?: object[]
  }
}

/** Loads a container (`GTM-…`) of the tag manager at `url`, as the official snippet does. */
export async function startTagManager(id: string, url: string): Promise<void> {
  if (!/^GTM-[A-Z0-9]+$/i.test(id)) throw new Error('PUBLIC_GTM_ID must look like GTM-XXXXXXX')
  window.dataLayer ??= []
  window.dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' })
  await loadScript(`${url}/gtm.js?id=${encodeURIComponent(id)}`)
}
