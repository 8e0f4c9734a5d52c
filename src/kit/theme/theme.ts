import { createTheme, type Theme } from '@mui/material/styles'
import { choices } from './choices.ts'
import { controls } from './controls.ts'
import type { ThemeMode } from './mode.ts'
import { surfaces } from './surfaces.ts'

/**
 * Creates the MUI theme of a mode from the tokens in force: set the document's mode first. Palette entries must be
 * concrete values, since MUI computes with them; the overrides refer to the custom properties.
 */
export function createConsoleTheme(mode: ThemeMode): Theme {
  const token = tokenReader()
  const solid = (name: string) => ({
    main: token(`--${name}`),
    dark: token(`--${name}-text`),
    light: token(`--${name}`),
    contrastText: token('--text-on-solid'),
  })
  return createTheme({
    palette: {
      mode,
      primary: {
        main: token('--primary'),
        dark: token('--primary-hover'),
        light: token('--primary'),
        contrastText: token('--text-on-solid'),
      },
      secondary: { main: token('--text2'), contrastText: token('--surface') },
      error: solid('alarm'),
      warning: solid('warning'),
      success: solid('online'),
      info: solid('info'),
      text: { primary: token('--text'), secondary: token('--text2'), disabled: token('--text-disabled') },
      background: { default: token('--surface'), paper: token('--surface') },
      divider: token('--border'),
      action: {
        hover: token('--hover'),
        selected: token('--selected'),
        active: token('--text2'),
        disabled: token('--text-disabled'),
        disabledBackground: token('--sunken'),
      },
    },
    shape: { borderRadius: 6 },
    breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1920 } },
    typography: {
      fontFamily: 'var(--sans)',
      fontSize: 13,
      htmlFontSize: 16,
      body1: { fontSize: 'var(--body)', lineHeight: '20px' },
      body2: { fontSize: 'var(--body)', lineHeight: '20px' },
      caption: { fontSize: 12, lineHeight: '18px' },
      h6: { fontSize: 16, lineHeight: '24px', fontWeight: 600 },
      subtitle1: { fontSize: 14, lineHeight: '22px', fontWeight: 600 },
      button: { textTransform: 'none', fontSize: 'var(--body)', fontWeight: 500, lineHeight: '20px' },
    },
    transitions: {
      duration: {
        shortest: 120,
        shorter: 120,
        short: 180,
        standard: 180,
        complex: 240,
        enteringScreen: 240,
        leavingScreen: 160,
      },
      easing: {
        easeInOut: 'cubic-bezier(.2,0,0,1)',
        easeOut: 'cubic-bezier(0,0,.2,1)',
        easeIn: 'cubic-bezier(.2,0,0,1)',
        sharp: 'cubic-bezier(.2,0,0,1)',
      },
    },
    // With reduced motion, MUI's parts neither animate nor wait for the end of an animation that base.css removed.
    motion: { reducedMotion: 'system' },
    shadows: elevations(),
    components: { ...controls, ...choices, ...surfaces },
  })
}

/** Three elevations only: menus and tooltips take 2, dialogs 3. */
const elevations = (): Theme['shadows'] =>
  [
    'none',
    'var(--shadow1)',
    'var(--shadow2)',
    'var(--shadow3)',
    ...Array.from({ length: 21 }, () => 'none'),
  ] as unknown as Theme['shadows']

/** Reads custom properties of tokens.css from the document: `token('--alarm')`. */
type ReadToken = (name: `--${string}`) => string

/**
 * Returns a reader of the tokens in force. Style sheets write colours as var(--x); only code that needs a concrete
 * value (the MUI palette, canvases) reads it here. Without style sheets, as in tests, every token reads as a mid grey.
 */
function tokenReader(): ReadToken {
  const style = getComputedStyle(document.documentElement)
  return (name) => style.getPropertyValue(name).trim() || '#808080'
}
