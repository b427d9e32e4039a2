import { expect, test } from 'vitest'
import { antdCss } from '../../../scripts/build/antd.ts'

const sheets = ['select', 'date', 'color', 'upload', 'table', 'steps', 'progress']

test.each(sheets)('the rules of %s are in antd’s layer and declare no palette', (name) => {
  const css = antdCss(name)
  expect(css).toMatch(/^@layer antd\{/)
  expect(css).not.toMatch(/--ant-color-[\w-]+:/)
})

test.each(sheets)("%s keeps the look of the page's own links", (name) => {
  expect(antdCss(name)).not.toMatch(/[{},]a[:[{]/)
})

test('a style sheet that nothing describes fails the build', () => {
  expect(() => antdCss('cascader')).toThrow('cascader')
})
