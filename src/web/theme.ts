import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorScheme,
  type MantineColorSchemeManager,
} from '@mantine/core'
import { t } from './messages/t.ts'
import { readKey, removeKey, writeKey } from './session/storage.ts'

type Shades = [string, string, string, string, string, string, string, string, string, string]

const colors: Record<string, Shades> = {
  gray: [
    '#fafbfc',
    '#f3f4f7',
    '#e6e8ec',
    '#d6d9df',
    '#b9bec6',
    '#868c99',
    '#686f7d',
    '#4b5362',
    '#2f3746',
    '#171e2c',
  ],
  dark: [
    '#ebedf1',
    '#bdc1c9',
    '#a3a8b2',
    '#838996',
    '#3b414e',
    '#2c323d',
    '#222730',
    '#1a1e26',
    '#13161d',
    '#0c0f15',
  ],
  marigold: [
    '#fff9ea',
    '#ffefcb',
    '#ffdf9f',
    '#ffcc6f',
    '#ffb940',
    '#fba613',
    '#dd8812',
    '#b06814',
    '#854c13',
    '#5a320e',
  ],
  blue: [
    '#f2f7ff',
    '#e0ecff',
    '#c3dbff',
    '#9ac3ff',
    '#6ba7ff',
    '#428bf6',
    '#2474e3',
    '#0f5ec4',
    '#084a9e',
    '#063470',
  ],
  green: [
    '#f0fbf3',
    '#d9f5e1',
    '#b6ecc6',
    '#87dca3',
    '#59c683',
    '#2b9f5e',
    '#1c8c50',
    '#147442',
    '#0f5a32',
    '#0b4023',
  ],
  violet: [
    '#f7f5ff',
    '#ede7ff',
    '#dcd1ff',
    '#c7b3fd',
    '#af91f6',
    '#9972ea',
    '#855ad7',
    '#6f45b9',
    '#583595',
    '#3d256a',
  ],
  red: [
    '#fff4f3',
    '#ffe4e2',
    '#ffcac7',
    '#ffa5a2',
    '#fa7878',
    '#ef4b53',
    '#d72c3d',
    '#b51c2f',
    '#901724',
    '#670f18',
  ],
}

/** Mantine's theme; its names of buttons are in the reader's language. */
export const createAppTheme = () =>
  createTheme({
    colors,
    primaryColor: 'gray',
    primaryShade: { light: 9, dark: 0 },
    autoContrast: true,
    black: '#171e2c',
    white: '#fff',
    cursorType: 'pointer',
    respectReducedMotion: true,
    fontFamily: 'var(--body)',
    fontFamilyMonospace: 'var(--mono)',
    fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.9375rem', lg: '1.125rem', xl: '1.25rem' },
    headings: {
      fontFamily: 'var(--head)',
      fontWeight: '650',
      sizes: {
        h1: { fontSize: '1.875rem', lineHeight: '2.25rem', fontWeight: '700' },
        h2: { fontSize: '1.1875rem', lineHeight: '1.625rem' },
      },
    },
    radius: { xs: '0.25rem', sm: '0.5rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
    defaultRadius: 'md',
    spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2.5rem' },
    breakpoints: { xs: '30em', sm: '40em', md: '64em', lg: '73.75em', xl: '90em' },
    components: {
      InputWrapper: {
        defaultProps: { withAsterisk: false, inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      },
      Input: { defaultProps: { size: 'md' } },
      Checkbox: { defaultProps: { size: 'sm' } },
      Switch: { defaultProps: { withThumbIndicator: false } },
      Modal: {
        defaultProps: {
          centered: true,
          radius: 'xl',
          size: '28.75rem',
          transitionProps: { transition: 'pop', duration: 240 },
          closeButtonProps: { 'aria-label': t('app.close') },
        },
      },
      Drawer: {
        defaultProps: {
          position: 'right',
          size: '28.75rem',
          transitionProps: { duration: 240 },
          closeButtonProps: { 'aria-label': t('app.close') },
        },
      },
      // Their header element would be taken for the page's own.
      ModalHeader: { defaultProps: { role: 'presentation' } },
      DrawerHeader: { defaultProps: { role: 'presentation' } },
      Menu: { defaultProps: { radius: 'lg', position: 'bottom-end', transitionProps: { duration: 120 } } },
    },
  })

/**
 * Mantine's own variables, said in our tokens. The tokens themselves are plain css (look/tokens.css): the public
 * pages, which load no Mantine, wear them too, and they are there before the first script has run.
 */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const said = {
    '--mantine-color-body': 'var(--sheet)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-3)',
    '--mantine-color-placeholder': 'var(--text-3)',
    '--mantine-color-default-border': 'var(--line-2)',
    '--mantine-color-default': 'var(--sheet)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-error': 'var(--failed-text)',
    '--mantine-color-anchor': 'var(--text)',
    '--mantine-color-disabled': 'var(--wait-soft)',
    '--mantine-color-disabled-color': 'var(--text-3)',
    '--mantine-color-disabled-border': 'var(--line)',
    '--mantine-primary-color-filled': 'var(--ink)',
    '--mantine-primary-color-filled-hover': 'var(--text-2)',
    '--mantine-primary-color-contrast': 'var(--on-ink)',
    '--mantine-shadow-xs': 'var(--shadow-1)',
    '--mantine-shadow-sm': 'var(--shadow-1)',
    '--mantine-shadow-md': 'var(--shadow-2)',
    '--mantine-shadow-lg': 'var(--shadow-2)',
    '--mantine-shadow-xl': 'var(--shadow-3)',
  }
  return { variables: {}, light: said, dark: said }
}

/** Keeps the choice under `theme`, as `dark` or `light`; without one the system decides. */
export const colorSchemeManager: MantineColorSchemeManager = (() => {
  let listener: ((event: StorageEvent) => void) | null = null
  const stored = (): MantineColorScheme | null => {
    const value = readKey('theme')
    return value === 'dark' || value === 'light' ? value : null
  }
  return {
    get: (fallback) => stored() ?? fallback,
    set: (value) => (value === 'auto' ? removeKey('theme') : writeKey('theme', value)),
    subscribe(onUpdate) {
      listener = (event) => {
        if (event.key === 'theme') onUpdate(stored() ?? 'auto')
      }
      window.addEventListener('storage', listener)
    },
    unsubscribe() {
      if (listener) window.removeEventListener('storage', listener)
      listener = null
    },
    clear: () => removeKey('theme'),
  }
})()
