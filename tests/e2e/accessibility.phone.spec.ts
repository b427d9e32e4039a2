import { test } from '../support/e2e.ts'
import { checkEveryScene } from '../support/every-scene.ts'

test.use({ colorScheme: 'dark', contextOptions: { reducedMotion: 'reduce' } })

test('on a phone in the dark theme, every screen passes axe, respects reduced motion, and fits the viewport', async ({
  page,
  reset,
  signIn,
  expectedErrors,
}) => {
  test.slow()
  expectedErrors.push(/404 \(Not Found\)/)
  await reset()
  await checkEveryScene(page, signIn, [{ width: 360, height: 800 }])
})
