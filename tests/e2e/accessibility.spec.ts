import { test } from '../support/e2e.ts'
import { lookAtEveryScene } from '../support/every-scene.ts'

test('every screen is free of what axe can find, and no wider than the window', async ({
  page,
  reset,
  signIn,
  expectedErrors,
}) => {
  test.slow()
  expectedErrors.push(/404 \(Not Found\)/)
  await reset()
  // A tablet, and this window at a zoom of 200 %.
  await lookAtEveryScene(page, signIn, [
    { width: 768, height: 1024 },
    { width: 720, height: 450 },
  ])
})
