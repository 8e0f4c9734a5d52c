import type { Components, Theme } from '@mui/material/styles'

const ring = '0 0 0 3px color-mix(in srgb, var(--focus) 22%, transparent)'
/** The focus ring of base.css; MUI removes the shadow of a focused button. */
export const outline = '0 0 0 2px var(--surface), 0 0 0 4px var(--focus)'

/** Touch needs larger targets than a pointer. */
export const coarse = '@media (pointer: coarse)'
export const touch = 'var(--control-touch)'

/** MUI disables pointer events on disabled controls, which would hide their tooltips. */
const saysWhy = { pointerEvents: 'auto', cursor: 'default' } as const

const off = {
  border: '1px solid var(--border)',
  backgroundColor: 'var(--disabled-bg)',
  color: 'var(--text-disabled)',
  cursor: 'default',
}

/** Buttons and inputs: 32 px high, 44 for touch, label above, no ripple, no floating label. */
export const controls: Components<Theme> = {
  MuiButtonBase: { defaultProps: { disableRipple: true, disableTouchRipple: true } },
  MuiButton: {
    defaultProps: { disableElevation: true, variant: 'outlined', color: 'inherit' },
    styleOverrides: {
      root: {
        flexShrink: 0,
        minWidth: 0,
        height: 32,
        padding: '0 12px',
        gap: 6,
        borderRadius: 6,
        whiteSpace: 'nowrap',
        transition: 'background-color var(--fast) var(--ease)',
        '&.Mui-focusVisible': { boxShadow: outline },
        '&:disabled': saysWhy,
        // It stays focusable, and explains why it is disabled.
        '&[aria-disabled=true]:not([aria-busy=true])': { '&, &:hover, &:active': off },
        '&[aria-disabled=true][aria-busy=true]': { opacity: 0.5 },
        [coarse]: { minHeight: touch },
      },
      sizeSmall: { height: 28, padding: '0 10px', fontSize: 12 },
      sizeLarge: { height: 40, padding: '0 16px', fontSize: 14 },
      startIcon: { margin: 0, '& > *:nth-of-type(1)': { fontSize: 'inherit' } },
      endIcon: { margin: 0 },
      contained: {
        '&.MuiButton-colorPrimary': { backgroundColor: 'var(--primary)', color: 'var(--text-on-solid)' },
        '&.MuiButton-colorPrimary:hover': { backgroundColor: 'var(--primary-hover)' },
        '&.MuiButton-colorPrimary:active': { backgroundColor: 'var(--primary-active)' },
        '&.MuiButton-colorError': { backgroundColor: 'var(--alarm-text)', color: 'var(--surface)' },
        '&.MuiButton-colorError:hover': { backgroundColor: 'var(--alarm)' },
        '&.Mui-disabled': off,
      },
      outlined: {
        borderColor: 'var(--border-strong)',
        backgroundColor: 'var(--surface)',
        color: 'var(--text)',
        '[data-theme=dark] &': { backgroundColor: 'var(--raised)' },
        '&:hover': { borderColor: 'var(--border-strong)', backgroundColor: 'var(--hover)' },
        '&:active': { backgroundColor: 'var(--active)' },
        '&[aria-pressed=true]': {
          borderColor: 'var(--selected-border)',
          backgroundColor: 'var(--selected)',
          color: 'var(--primary-text)',
        },
        '&.MuiButton-colorError': { color: 'var(--alarm-text)', borderColor: 'var(--alarm-border)' },
        '&.Mui-disabled': {
          color: 'var(--text-disabled)',
          backgroundColor: 'var(--sunken)',
          borderColor: 'var(--border)',
        },
      },
      text: {
        color: 'var(--text2)',
        '&:hover': { backgroundColor: 'var(--hover)' },
        '&:active': { backgroundColor: 'var(--active)' },
        '&.MuiButton-colorPrimary': { color: 'var(--primary-text)' },
        '&.MuiButton-colorError': { color: 'var(--alarm-text)' },
      },
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: {
        width: 32,
        height: 32,
        padding: 0,
        borderRadius: 6,
        color: 'var(--text2)',
        '&:hover': { backgroundColor: 'var(--hover)' },
        '&:active': { backgroundColor: 'var(--active)' },
        '&:disabled': { ...saysWhy, backgroundColor: 'transparent' },
        '&[aria-disabled=true]': { color: 'var(--text-disabled)' },
        [coarse]: { minWidth: touch, minHeight: touch, '.MuiOutlinedInput-root &': { minWidth: 32, minHeight: 32 } },
      },
      sizeSmall: { width: 28, height: 28 },
      sizeLarge: { width: 40, height: 40 },
    },
  },
  MuiTextField: { defaultProps: { variant: 'outlined', size: 'small', margin: 'none', fullWidth: true } },
  MuiFormControl: { defaultProps: { variant: 'outlined', size: 'small', margin: 'none', fullWidth: true } },
  MuiInputLabel: {
    defaultProps: { shrink: true },
    styleOverrides: {
      root: {
        position: 'static',
        transform: 'none',
        maxWidth: 'none',
        marginBottom: 5,
        fontSize: 12,
        lineHeight: '18px',
        fontWeight: 500,
        color: 'var(--text2)',
        pointerEvents: 'auto',
        userSelect: 'auto',
        '&.Mui-focused, &.Mui-error': { color: 'var(--text2)' },
        '&.Mui-disabled': { color: 'var(--text3)' },
      },
      asterisk: { color: 'var(--alarm-text)' },
    },
  },
  MuiOutlinedInput: {
    defaultProps: { notched: false },
    styleOverrides: {
      root: {
        minHeight: 32,
        [coarse]: { minHeight: touch },
        borderRadius: 6,
        backgroundColor: 'var(--surface)',
        '[data-theme=dark] &': { backgroundColor: 'var(--sunken)' },
        '& .MuiOutlinedInput-notchedOutline, &:hover .MuiOutlinedInput-notchedOutline, &.Mui-disabled .MuiOutlinedInput-notchedOutline':
          { borderColor: 'var(--border-strong)' },
        '&.Mui-focused .MuiOutlinedInput-notchedOutline': {
          borderColor: 'var(--focus)',
          borderWidth: 1,
          boxShadow: ring,
        },
        '&.Mui-error .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--alarm)' },
        '&.Mui-disabled': { backgroundColor: 'var(--sunken)', color: 'var(--text3)' },
        '&.MuiInputBase-multiline': { padding: '5px 10px' },
      },
      input: {
        height: 20,
        padding: '5px 10px',
        [coarse]: { height: 24, padding: '9px 10px' },
        '&.Mui-disabled': { WebkitTextFillColor: 'var(--text3)' },
        '.MuiInputBase-multiline &': { height: 'auto', padding: 0 },
      },
      notchedOutline: {
        top: 0,
        transition: 'border-color var(--fast), box-shadow var(--fast)',
        '& legend': { display: 'none' },
      },
    },
  },
  // The console does not check for autofill, for which MUI would give each input a global style. Phones zoom in on
  // inputs with text smaller than 16 px.
  MuiInputBase: {
    defaultProps: { disableInjectingGlobalStyles: true },
    styleOverrides: {
      root: { fontSize: 'var(--body)', lineHeight: '20px', [coarse]: { fontSize: 16, lineHeight: '24px' } },
      input: { '&:focus-visible': { boxShadow: 'none' }, '&::placeholder': { color: 'var(--text3)', opacity: 1 } },
    },
  },
  MuiInputAdornment: {
    styleOverrides: { root: { color: 'var(--text3)', '& .MuiTypography-root': { color: 'var(--text3)' } } },
  },
  MuiFormHelperText: {
    styleOverrides: {
      root: {
        margin: '4px 0 0',
        fontSize: 12,
        lineHeight: '16px',
        color: 'var(--text3)',
        '&.Mui-error': { color: 'var(--alarm-text)' },
        '&:empty': { display: 'none' },
      },
    },
  },
  MuiFormLabel: { styleOverrides: { root: { fontSize: 12, lineHeight: '18px' } } },
  MuiFormControlLabel: {
    styleOverrides: {
      root: { marginLeft: -6, gap: 2, '&:has(.MuiSwitch-root)': { marginLeft: 0, gap: 8 } },
      label: { fontSize: 'var(--body)' },
    },
  },
}
