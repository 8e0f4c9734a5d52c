import type { Components, Theme } from '@mui/material/styles'
import { outline } from './controls.ts'
import { Tick } from './Tick.tsx'

/** Checkboxes look like all other tick boxes; a ring around the box shows the focus. */
export const checkbox: Components<Theme>['MuiCheckbox'] = {
  defaultProps: {
    icon: <Tick checked={false} />,
    checkedIcon: <Tick checked />,
    indeterminateIcon: <Tick checked="mixed" />,
  },
  styleOverrides: {
    root: {
      padding: 6,
      '&:hover': { backgroundColor: 'transparent' },
      '&:hover [data-part="tick"]:not([data-on])': { borderColor: 'var(--primary)' },
      '&.Mui-focusVisible [data-part="tick"]': { boxShadow: outline },
      '&.Mui-disabled [data-part="tick"]': { borderColor: 'var(--border-strong)', backgroundColor: 'var(--sunken)' },
      '&.Mui-disabled [data-part="tick"][data-on]': {
        borderColor: 'var(--text-disabled)',
        backgroundColor: 'var(--text-disabled)',
      },
    },
  },
}
