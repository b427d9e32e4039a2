import { expect, test } from 'vitest'
import { inlineScripts, replaceInlineScripts } from '../../../scripts/build/inline-scripts.ts'
import { minified } from '../../../scripts/build/minify-inline.ts'
import { scriptHashes } from '../../../scripts/build/security-headers.ts'

const PAGE = `<script type="application/json">{ "a": 1 }</script><script src="/a.js"></script>
<script data-a="1">
  // A comment.
  (function () { const   long = [1, 2]; window.sum = long[0] + long[1] })()
</script>`

test('inline scripts become shorter and do the same, and nothing else of the page changes', () => {
  const small = replaceInlineScripts(PAGE, minified)
  const [code = '', ...others] = inlineScripts(small)
  expect(others).toEqual([])
  expect(code).not.toContain('comment')
  const window = { sum: 0 }
  new Function('window', code)(window)
  expect(window.sum).toBe(3)
  expect(small.replace(code, '')).toBe(replaceInlineScripts(PAGE, () => ''))
})

test('names that other scripts use are kept', () => {
  expect(minified('var shared = 1; function also() { return shared }')).toMatch(/shared.*also|also.*shared/s)
})

test('the hash is that of the code in the page', () => {
  const small = replaceInlineScripts(PAGE, minified)
  expect(scriptHashes(small)).toHaveLength(1)
  expect(scriptHashes(small)).not.toEqual(scriptHashes(PAGE))
})

test('an invalid script stops the build', () => {
  expect(() => minified('const = 1')).toThrow('An inline script is not valid')
})
