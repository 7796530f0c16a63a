import { Alert, type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const FONTS =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Helvetica, Arial, sans-serif'
const MONO = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace'

const brand: MantineColorsTuple = [
  '#f0f4ff',
  '#dfe7fd',
  '#bccbf8',
  '#95adf2',
  '#7590ec',
  '#4a70e0',
  '#2f5bd7',
  '#274dbb',
  '#20409c',
  '#17307a',
]
const gray: MantineColorsTuple = [
  '#f7f8fa',
  '#f0f2f5',
  '#e4e7ec',
  '#d4d8df',
  '#a9b0bb',
  '#6b7380',
  '#596170',
  '#414854',
  '#2a2f38',
  '#171a20',
]
const dark: MantineColorsTuple = [
  '#e7e9ee',
  '#bcc1cb',
  '#9aa1ae',
  '#7c8494',
  '#414854',
  '#323842',
  '#262b33',
  '#15181d',
  '#101317',
  '#0b0d10',
]

/** One accent, calm greys, the fonts of the system. */
export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 6, dark: 6 },
  colors: { brand, gray, dark },
  fontFamily: FONTS,
  fontFamilyMonospace: MONO,
  defaultRadius: 'md',
  autoContrast: true,
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: {
    fontFamily: FONTS,
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.625rem', lineHeight: '1.25' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1.0625rem', lineHeight: '1.4' },
      h4: { fontSize: '1rem', lineHeight: '1.45' },
    },
  },
  components: {
    // Words on a tint are read easily only in the colour of the text.
    Alert: Alert.extend({ vars: () => ({ root: { '--alert-color': 'var(--mantine-color-text)' } }) }),
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: { defaultProps: { centered: true, radius: 'lg', overlayProps: { backgroundOpacity: 0.45 } } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
    Select: { defaultProps: { checkIconPosition: 'right' } },
  },
})

/** Surfaces, lines and states that components of our own are made from. */
export const cssVariables: CSSVariablesResolver = (given) => ({
  variables: {},
  light: {
    '--mantine-color-body': '#fbfbfc',
    '--mantine-color-error': '#b91c2b',
    '--mantine-color-placeholder': given.colors.gray[5] ?? '',
    '--surface': '#ffffff',
    '--sunken': '#f5f6f8',
    '--line': '#e6e8ec',
    '--line-strong': '#c3c8d1',
    '--hover': '#f3f5f8',
    '--accent-soft': brand[0],
    '--accent-text': brand[7],
  },
  dark: {
    '--mantine-color-error': '#ff8a8f',
    '--mantine-color-placeholder': '#8c94a3',
    '--surface': '#1b1f25',
    '--sunken': '#11141a',
    '--line': '#2a2f38',
    '--line-strong': '#49505d',
    '--hover': '#232830',
    '--accent-soft': 'rgb(47 91 215 / 22%)',
    '--accent-text': brand[2],
  },
})
