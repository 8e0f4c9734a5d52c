import { MenuItem as MuiMenuItem, type MenuItemProps as MuiMenuItemProps } from '@mui/material'
import type { AnchorHTMLAttributes } from 'react'
import { Link } from 'react-router-dom'

export interface MenuItemProps extends MuiMenuItemProps, Pick<AnchorHTMLAttributes<unknown>, 'target' | 'rel'> {
  /** The page it links to. */
  to?: string
  /** An address outside the console. */
  href?: string
}

/** An entry of a Menu: an action or a link. `selected`: the current choice. */
export default function MenuItem({ to, href, ...props }: MenuItemProps) {
  const leads = to !== undefined ? { component: Link, to } : href !== undefined ? { component: 'a', href } : {}
  return <MuiMenuItem {...leads} {...props} />
}
