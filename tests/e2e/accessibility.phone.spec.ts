import { test } from '../support/e2e.ts'
import { lookAtEveryScene } from '../support/every-scene.ts'

test.use({ colorScheme: 'dark', contextOptions: { reducedMotion: 'reduce' } })

test('on a phone, after dark, every screen is free of what axe can find, still where that is wanted, and no wider than the window', async ({
  page,
  reset,
  signIn,
  expectedErrors,
}) => {
  test.slow()
  expectedErrors.push(/404 \(Not Found\)/)
  await reset()
  await lookAtEveryScene(page, signIn, [{ width: 360, height: 800 }])
})
