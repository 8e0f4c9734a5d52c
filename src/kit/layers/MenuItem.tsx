import { MenuItem as MuiMenuItem, type MenuItemProps as MuiMenuItemProps } from '@mui/material'
import type { AnchorHTMLAttributes } from 'react'
import { Link } from 'react-router-dom'

export interface MenuItemProps extends MuiMenuItemProps, Pick<AnchorHTMLAttributes<unknown>, 'target' | 'rel'> {
  /** The page it leads to. */
  to?: string
  /** An address outside of the console. */
  href?: string
}

/** An entry of a Menu: what it does, or where it leads. `selected`: it is the one in force. */
export default function MenuItem({ to, href, ...props }: MenuItemProps) {
  const leads = to !== undefined ? { component: Link, to } : href !== undefined ? { component: 'a', href } : {}
  return <MuiMenuItem {...leads} {...props} />
}
