import type { ThemeConfig } from 'antd'
import { colors, darkColors, fontFamily, sizes } from '../../styles/theme.ts'

/** The class of antd's elements that carries the variables of their styles. */
const KEY = 'antd-look'
const FOCUS_RING = '0 0 0 2px rgb(230 74 25 / 25%)'

function themeOf(palette: Record<keyof typeof colors, string>): ThemeConfig {
  return {
    // The build extracts the rules (scripts/build/antd.ts).
    zeroRuntime: true,
    hashed: false,
    cssVar: { key: KEY },
    token: {
      colorPrimary: palette.primaryDark,
      colorPrimaryHover: palette.accentText,
      colorPrimaryActive: palette.primaryDeep,
      colorPrimaryBg: palette.accentTint,
      colorPrimaryBgHover: palette.accentTint,
      colorPrimaryBorder: palette.accentBorder,
      colorPrimaryText: palette.accentText,
      colorLink: palette.accentText,
      colorLinkHover: palette.accentTextHover,
      colorSuccess: palette.success,
      colorWarning: palette.warning,
      colorWarningText: palette.warningText,
      colorError: palette.error,
      colorErrorText: palette.errorText,
      colorInfo: palette.info,
      colorBgContainer: palette.surface,
      colorBgElevated: palette.surface,
      colorBgContainerDisabled: palette.surfaceSunken,
      colorFillSecondary: palette.surfaceSunken,
      colorFillTertiary: palette.surfaceSunken,
      colorBorder: palette.borderStrong,
      colorBorderSecondary: palette.border,
      colorSplit: palette.border,
      colorText: palette.text,
      colorTextDescription: palette.textMuted,
      colorTextPlaceholder: palette.textMuted,
      colorTextTertiary: palette.textMuted,
      colorTextQuaternary: palette.textMuted,
      colorIcon: palette.textMuted,
      controlItemBgHover: palette.surfaceSunken,
      controlItemBgActive: palette.accentTint,
      controlItemBgActiveHover: palette.accentTint,
      controlOutline: 'rgb(230 74 25 / 25%)',
      // The console's controls are 40 px high, 32 px in rows, and 44 px on touch screens.
      controlHeight: 40,
      controlHeightSM: 32,
      controlHeightLG: 44,
      borderRadius: sizes.radius,
      borderRadiusLG: sizes.radius,
      borderRadiusSM: sizes.radius,
      fontFamily,
      motion: false,
    },
    components: {
      Select: {
        activeBorderColor: colors.primary,
        hoverBorderColor: palette.accentText,
        // The height of the options of native lists.
        optionHeight: 32,
        optionPadding: '5px 12px',
        optionSelectedColor: palette.accentText,
        optionSelectedFontWeight: 600,
        multipleItemBg: palette.surfaceSunken,
      },
      DatePicker: {
        activeBorderColor: colors.primary,
        hoverBorderColor: palette.accentText,
        activeShadow: FOCUS_RING,
      },
      Input: {
        activeBorderColor: colors.primary,
        hoverBorderColor: palette.accentText,
        activeShadow: FOCUS_RING,
      },
      Progress: {
        defaultColor: palette.primary,
        remainingColor: palette.surfaceSunken,
        colorError: palette.errorText,
      },
      Steps: {
        colorPrimary: palette.accentText,
        colorError: palette.errorText,
        colorTextDisabled: palette.borderButton,
        colorTextLightSolid: palette.surface,
      },
      Table: { headerBg: palette.surfaceSunken, headerColor: palette.text, headerSplitColor: 'transparent' },
      Upload: { padding: 0, colorFillAlter: 'transparent' },
    },
  }
}

/** The console's constants as antd's tokens. The dark one also needs antd's dark algorithm. */
export const themes = { light: themeOf(colors), dark: themeOf({ ...colors, ...darkColors }) }
