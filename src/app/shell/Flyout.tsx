import { clsx } from 'clsx'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { MenuGroup } from '../../../resources/menu.ts'
import { Menu, MenuItem } from '../../kit/index.ts'
import { menuGroupIcons } from './icons.ts'
import { isAt } from '../../kit/hooks/isAt.ts'
import { VipBadge } from '../account/VipBadge.tsx'
import css from './sideMenu.module.css'

/** A group of the collapsed menu: its icon, with its entries in a flyout. */
export function Flyout({ group, active }: { group: MenuGroup; active: boolean }) {
  const translate = useTranslate()
  const { pathname } = useLocation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const Icon = menuGroupIcons[group.icon]
  const name = translate(`menu.${group.key}`)
  return (
    <>
      <button
        type="button"
        className={clsx(css.item, active && css.itemActive)}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={name}
        title={name}
        onClick={(event) => setAnchor(anchor ? null : event.currentTarget)}
      >
        <Icon size={20} strokeWidth={1.7} />
      </button>
      {anchor && (
        <Menu anchor={anchor} label={name} side="beside" onClose={() => setAnchor(null)}>
          {group.entries.map(({ key, path }) => (
            <MenuItem
              key={key}
              to={path}
              selected={isAt(pathname, path)}
              aria-current={isAt(pathname, path) ? 'page' : undefined}
              onClick={() => setAnchor(null)}
            >
              {translate(`menu.${key}`)}
              <VipBadge keys={[key]} />
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  )
}
