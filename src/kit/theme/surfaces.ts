import type { Components, Theme } from '@mui/material/styles'
import { coarse, touch } from './controls.ts'

const outlined = '0 0 0 1px var(--border)'
/** Width of a phone: dialogs fill the screen and use its gutter. */
const phone = '@media (max-width: 599.95px)'

/** Dialogs, menus, tables: hairlines within the page, shadows only on surfaces that float above it. */
export const surfaces: Components<Theme> = {
  MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiBackdrop: { styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: 'var(--scrim)' } } } },
  MuiDialog: {
    styleOverrides: {
      paper: {
        margin: 24,
        borderRadius: 12,
        backgroundColor: 'var(--raised)',
        boxShadow: `var(--shadow3), ${outlined}`,
        maxHeight: 'calc(100% - 48px)',
        [phone]: { margin: 0, width: '100%', maxWidth: 'none', height: '100%', maxHeight: 'none', borderRadius: 0 },
      },
      paperFullWidth: { width: 'calc(100% - 48px)', [phone]: { width: '100%' } },
    },
  },
  MuiDialogTitle: {
    styleOverrides: {
      root: {
        flex: 'none',
        display: 'flex',
        alignItems: 'center',
        gap: 10,
        minHeight: 56,
        padding: '0 14px 0 24px',
        fontSize: 16,
        lineHeight: '24px',
        fontWeight: 600,
        [phone]: { padding: '0 8px 0 16px' },
      },
    },
  },
  MuiDialogContent: {
    styleOverrides: {
      root: {
        padding: '4px 24px 24px',
        fontSize: 'var(--body)',
        '.MuiDialogTitle-root + &': { paddingTop: 4 },
        [phone]: { paddingLeft: 16, paddingRight: 16 },
      },
    },
  },
  MuiDialogActions: {
    styleOverrides: {
      root: {
        flex: 'none',
        flexWrap: 'wrap',
        minHeight: 60,
        padding: '0 24px',
        gap: 8,
        [phone]: { padding: '8px 16px calc(8px + env(safe-area-inset-bottom))' },
        borderTop: '1px solid var(--border)',
        '& > :not(style) ~ :not(style)': { marginLeft: 0 },
      },
    },
  },
  MuiDrawer: {
    styleOverrides: { paper: { backgroundColor: 'var(--raised)', boxShadow: 'var(--shadow3)' } },
  },
  MuiMenu: {
    styleOverrides: { paper: { minWidth: 140, maxWidth: 'min(320px, calc(100vw - 16px))' }, list: { padding: 4 } },
  },
  MuiPopover: {
    styleOverrides: {
      paper: { borderRadius: 8, backgroundColor: 'var(--raised)', boxShadow: `var(--shadow2), ${outlined}` },
    },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: {
        minHeight: 32,
        padding: '0 10px',
        gap: 10,
        borderRadius: 5,
        fontSize: 'var(--body)',
        '&:hover, &.Mui-focusVisible': { backgroundColor: 'var(--hover)' },
        '&.Mui-selected, &.Mui-selected:hover, &.Mui-selected.Mui-focusVisible': {
          backgroundColor: 'var(--selected)',
          color: 'var(--primary-text)',
        },
        '& > svg': { flex: 'none', color: 'var(--text2)' },
        '& .MuiListItemIcon-root': { minWidth: 0 },
        '& + .MuiDivider-root, .MuiMenu-list > & + .MuiDivider-root': { marginTop: 4, marginBottom: 4 },
        '@media (min-width: 600px)': { minHeight: 32 },
        '@media (pointer: coarse)': { minHeight: 44 },
      },
    },
  },
  MuiListItemIcon: { styleOverrides: { root: { minWidth: 0, color: 'var(--text2)' } } },
  // For react-admin's own fields: the button's blue is too dark for text in dark mode.
  MuiLink: { styleOverrides: { root: { '&.MuiLink-root': { color: 'var(--primary-text)' } } } },
  MuiDivider: { styleOverrides: { root: { borderColor: 'var(--border)' } } },
  MuiTooltip: {
    defaultProps: { enterDelay: 400 },
    styleOverrides: {
      tooltip: {
        padding: '4px 8px',
        borderRadius: 6,
        fontSize: 12,
        lineHeight: '18px',
        fontWeight: 400,
        backgroundColor: 'var(--inverse)',
        color: 'var(--surface)',
        boxShadow: 'var(--shadow2)',
      },
    },
  },
  MuiTableContainer: { styleOverrides: { root: { backgroundColor: 'transparent' } } },
  MuiTableCell: {
    styleOverrides: {
      root: {
        height: 40,
        padding: '0 10px',
        borderBottom: '1px solid var(--border)',
        fontSize: 'var(--body)',
        lineHeight: '20px',
      },
      head: {
        height: 36,
        color: 'var(--text3)',
        fontSize: 12,
        lineHeight: '18px',
        fontWeight: 500,
        whiteSpace: 'nowrap',
        backgroundColor: 'var(--surface)',
      },
      sizeSmall: { padding: '0 10px' },
      paddingCheckbox: { width: 40, padding: '0 4px 0 14px' },
    },
  },
  MuiTableRow: {
    styleOverrides: {
      root: {
        '&.MuiTableRow-hover:hover': { backgroundColor: 'var(--hover)' },
        '&.Mui-selected, &.Mui-selected:hover': { backgroundColor: 'var(--selected)' },
      },
    },
  },
  MuiTableSortLabel: {
    styleOverrides: {
      root: { '&.Mui-active': { color: 'var(--text)' }, [coarse]: { minHeight: touch } },
      icon: { fontSize: 14 },
    },
  },
  MuiChip: {
    styleOverrides: {
      root: { height: 24, borderRadius: 5, fontSize: 12, backgroundColor: 'var(--sunken)', color: 'var(--text2)' },
      label: { padding: '0 8px' },
    },
  },
}
