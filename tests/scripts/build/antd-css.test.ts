import { expect, test } from 'vitest'
import { extractAntdCss, withoutSelectors } from '../../../scripts/build/antd-css.ts'
import { withoutBarrel } from '../../../scripts/build/antd-styles.ts'
import { antdDarkTheme, antdKey, antdTheme, colors, DARK, darkColors } from '../../../src/styles/theme.ts'

const css = extractAntdCss(antdTheme, antdDarkTheme(), antdKey)

test("components are styled in the console's theme", () => {
  expect(css.base()).toContain(`--ant-color-primary:${colors.primary}`)
  expect(css.of(['Button'])).toContain(`--ant-button-default-hover-color:${colors.primaryDark}`)
  expect(css.token.colorPrimary).toBe(colors.primary)
  expect(css.token.screenMD).toBe(768)
})

test('the dark theme redefines only variables that differ', () => {
  const [light = '', dark = ''] = css.base().split(DARK)
  expect(light).toContain(`--ant-color-text:${colors.text}`)
  expect(dark).toContain(`--ant-color-text:${darkColors.text}`)
  expect(dark).toContain(`--ant-color-bg-container:${darkColors.surface}`)
  expect(dark).not.toContain('--ant-border-radius:')
})

test('every variable that a rule uses is declared', () => {
  const whole = css.whole()
  const declared = new Set([...whole.matchAll(/(--ant-[\w-]+)\s*:/g)].map(([, name]) => name))
  const used = [...whole.matchAll(/var\((--ant-[\w-]+)\)/g)].map(([, name = '']) => name)
  // antd writes these on the elements themselves.
  const byElement = /^--ant-(col-|modal-xs-width|splitter-|steps-description-max-width|timeline-dot-)/
  expect(used.filter((name) => !declared.has(name) && !byElement.test(name))).toEqual([])
})

test("a component's part contains only its own rules and animations", () => {
  const tag = css.of(['Tag'])
  expect(tag).not.toContain('.ant-table')
  expect(tag.length).toBeLessThan(css.whole().length / 20)
  expect(css.of(['Spin', 'Spin-Spin'])).toMatch(/@keyframes/)
})

test('only unused rules are dropped', () => {
  const given = '.a-rtl{x:1}.a,.b-rtl .c{x:2}@media (x){.d-rtl{x:3}.e:not(.f,.g){x:4}}.h-rtlish{x:5}'
  const kept = '.a{x:2}@media (x){.e:not(.f,.g){x:4}}.h-rtlish{x:5}'
  expect(withoutSelectors(given, [/-rtl(?!\w)/])).toBe(kept)
  expect(css.whole()).not.toMatch(/-rtl[\s,{.]/)
  expect(css.whole()).toMatch(/-outlined/)
})

test('an import from antd becomes one import per component', () => {
  const code = "import { Button, DatePicker as Picker, QRCode, type ButtonProps } from 'antd'\nButton()"
  expect(withoutBarrel(code)).toBe(
    "import Button from 'antd/es/button';import Picker from 'antd/es/date-picker';" +
      "import QRCode from 'antd/es/qr-code';import { type ButtonProps } from 'antd';\nButton()",
  )
})
