import type { Components, Theme } from '@mui/material/styles'
import { Chevron } from '../Chevron.tsx'
import { checkbox } from './checkbox.tsx'
import { coarse, outline, touch } from './controls.ts'

/** Choice controls: lists, boxes, switches, and toggle groups. */
export const choices: Components<Theme> = {
  MuiSelect: {
    defaultProps: { IconComponent: Chevron },
    styleOverrides: {
      select: { minHeight: 20, [coarse]: { minHeight: 24 }, '&.MuiOutlinedInput-input': { paddingRight: 30 } },
      icon: { color: 'var(--text3)', top: 'calc(50% - 8px)', right: 8 },
    },
  },
  MuiNativeSelect: {
    defaultProps: { IconComponent: Chevron },
    styleOverrides: {
      root: { '& .MuiNativeSelect-select.MuiOutlinedInput-input': { paddingRight: 30 } },
      icon: { color: 'var(--text3)', top: 'calc(50% - 8px)', right: 8 },
    },
  },
  MuiAutocomplete: {
    defaultProps: { fullWidth: true },
    styleOverrides: {
      root: {
        // Reserves room for the clear button only while it shows, so that a name in a narrow input is readable as long
        // as possible.
        '&& .MuiAutocomplete-inputRoot.MuiOutlinedInput-root': { padding: '0 26px 0 4px' },
        '&&.MuiAutocomplete-hasClearIcon:is(:hover, :focus-within) .MuiAutocomplete-inputRoot.MuiOutlinedInput-root': {
          paddingRight: 52,
        },
        // The arrow is placed as in a select.
        '&& .MuiAutocomplete-endAdornment': { right: 2 },
        '& .MuiAutocomplete-input.MuiOutlinedInput-input': { padding: '5px 6px', [coarse]: { padding: '9px 6px' } },
      },
      popupIndicator: { color: 'var(--text3)' },
      clearIndicator: { color: 'var(--text3)' },
      paper: {
        borderRadius: 8,
        backgroundColor: 'var(--raised)',
        boxShadow: 'var(--shadow2), 0 0 0 1px var(--border)',
      },
      // Like the entries of a menu.
      listbox: { padding: 4 },
      option: { minHeight: 32, borderRadius: 5, fontSize: 'var(--body)', [coarse]: { minHeight: touch } },
    },
  },
  MuiToggleButtonGroup: {
    styleOverrides: {
      root: {
        flex: 'none',
        padding: 2,
        gap: 2,
        borderRadius: 7,
        backgroundColor: 'var(--active)',
        '[data-theme=dark] &': { backgroundColor: 'var(--sunken)', boxShadow: 'inset 0 0 0 1px var(--border)' },
        '& .MuiToggleButtonGroup-grouped': { margin: 0, border: 0, borderRadius: 5 },
      },
    },
  },
  MuiToggleButton: {
    styleOverrides: {
      root: {
        flex: 1,
        height: 28,
        padding: '0 12px',
        gap: 6,
        fontSize: 'var(--body)',
        fontWeight: 500,
        lineHeight: '20px',
        whiteSpace: 'nowrap',
        textTransform: 'none',
        color: 'var(--text2)',
        transition: 'background-color var(--fast) var(--ease)',
        [coarse]: { height: 40 },
        '& svg': { width: 14, height: 14, strokeWidth: 1.9 },
        '&:hover': { backgroundColor: 'transparent' },
        '&.Mui-focusVisible': { boxShadow: '0 0 0 2px var(--focus)' },
        '&.Mui-selected, &.Mui-selected:hover': {
          backgroundColor: 'var(--surface)',
          color: 'var(--text)',
          boxShadow: 'var(--shadow-thumb)',
          '[data-theme=dark] &': { backgroundColor: 'var(--active)' },
        },
        '&.Mui-selected.Mui-focusVisible': { boxShadow: '0 0 0 2px var(--focus)' },
        // Its tooltip explains why it is disabled.
        '&.Mui-disabled': { border: 0, color: 'var(--text-disabled)', pointerEvents: 'auto' },
      },
    },
  },
  MuiCheckbox: checkbox,
  MuiRadio: {
    styleOverrides: { root: { padding: 6, color: 'var(--border-control)', '& svg': { width: 18, height: 18 } } },
  },
  MuiSwitch: {
    styleOverrides: {
      root: {
        width: 32,
        height: 18,
        padding: 0,
        overflow: 'visible',
        [coarse]: { '& .MuiSwitch-input': { top: -13, height: touch } },
      },
      switchBase: {
        padding: 2,
        '&.Mui-checked': { transform: 'translateX(14px)', color: 'var(--text-on-solid)' },
        '&.Mui-checked + .MuiSwitch-track': { opacity: 1, backgroundColor: 'var(--primary)' },
        '&.Mui-focusVisible + .MuiSwitch-track': { boxShadow: outline },
      },
      thumb: { width: 14, height: 14, boxShadow: '0 1px 2px rgba(0, 0, 0, 0.25)', color: 'var(--text-on-solid)' },
      track: { opacity: 1, borderRadius: 9, backgroundColor: 'var(--border-control)' },
    },
  },
}
