import { expect, test } from 'vitest'
import { antdCss } from '../../../scripts/build/antd.ts'
import { colors, DARK, darkColors } from '../../../src/styles/theme.ts'

const css = antdCss()
const [light = '', dark = ''] = css.split(DARK)

test("the field has the console's colors, also in the dark theme", () => {
  expect(light).toContain(`--ant-color-primary:${colors.primary};`)
  expect(light).toContain(`--ant-color-text:${colors.text};`)
  expect(dark).toContain(`--ant-color-text:${darkColors.text};`)
  expect(dark).toContain(`--ant-color-bg-container:${darkColors.surface};`)
})

test('every variable that a rule uses is declared', () => {
  const declared = new Set([...light.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name))
  const used = [...light.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name)
  expect(light).toContain('.ant-select-item-option-active')
  expect(used.filter((name) => !declared.has(name))).toEqual([])
})

test("the page's own links keep their look", () => {
  expect(css).not.toMatch(/[{},]a[:[{]/)
})
