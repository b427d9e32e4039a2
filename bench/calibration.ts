import type { Browser } from '@playwright/test'
import { PHONE } from './phone.ts'
import { median, shown } from './report.ts'

const ROUNDS = 5

/** The machine was not quiet if the same work differs by more than this. */
const QUIET = 1.1

/** Runs in the page: lays out a list and sorts numbers. Returns the milliseconds that this took. */
function work(): number {
  const started = performance.now()
  const list = document.createElement('ul')
  for (let place = 0; place < 2_000; place += 1) {
    const item = document.createElement('li')
    item.textContent = `Lead ${place}`
    list.append(item)
  }
  document.body.append(list)
  list.getBoundingClientRect()
  list.remove()
  Array.from({ length: 100_000 }, (_, place) => Math.imul(place, 2_654_435_761)).sort((a, b) => a - b)
  return performance.now() - started
}

/** Returns the median milliseconds of a fixed piece of work on an empty page, with the phone's processor. */
export async function calibrate(browser: Browser): Promise<number> {
  const page = await browser.newPage()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: PHONE.slowdown })
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) times.push(await page.evaluate(work))
  await page.close()
  return median(times)
}

/** Returns the times of the same work before and after the parts, and whether the machine was quiet. */
export function calibrationText(before: number, after: number): string {
  const times = `Calibration: ${shown(before)} ms before the parts, ${shown(after)} ms after them.`
  if (Math.max(before, after) <= Math.min(before, after) * QUIET) return times
  return `${times}\nThe machine was not quiet: the same work differs by more than 10 %. Repeat the run.`
}
