import { test } from '../support/e2e.ts'
import { checkScenes, checkSignUp, partsOf } from '../support/every-scene.ts'

test.use({ colorScheme: 'dark' })

test('on a phone in the dark theme, the sign-up screen passes axe and moves nothing', ({ page }) =>
  checkSignUp(page))

for (const { part, scenes } of partsOf(1)) {
  test(`on a phone in the dark theme, the screens from ${part} pass axe, respect reduced motion, and fit`, async ({
    page,
    reset,
    signIn,
    expectedErrors,
  }) => {
    test.slow()
    expectedErrors.push(/404 \(Not Found\)/)
    await reset()
    await signIn()
    await checkScenes(page, scenes, [{ width: 360, height: 800 }])
  })
}
