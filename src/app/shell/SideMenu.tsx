import { clsx } from 'clsx'
import { ChevronDown, ChevronRight, LayoutDashboard, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { menuOf } from '../../../authProvider/landing.ts'
import { mayOpen } from '../../../resources/kit/access.ts'
import { overview, type MenuGroup } from '../../../resources/menu.ts'
import { useCaller, useExtensions } from '../../kit/index.ts'
import { Flyout } from './Flyout.tsx'
import { menuGroupIcons } from './icons.ts'
import { isAt } from '../../kit/hooks/isAt.ts'
import textCss from '../../kit/text.module.css'
import { VipBadge } from '../account/VipBadge.tsx'
import css from './sideMenu.module.css'
import shellCss from './shell.module.css'

/**
 * Side menu with what the caller may open, one group unfolded at a time; collapsed it shows icons, and entries in a
 * flyout.
 */
export function SideMenu({ collapsed, onToggle }: { collapsed: boolean; onToggle: () => void }) {
  const translate = useTranslate()
  const Icon = collapsed ? PanelLeftOpen : PanelLeftClose
  const label = translate(collapsed ? 'shell.expand' : 'shell.collapse')
  return (
    <nav className={clsx(css.nav, shellCss.menu)} aria-label={translate('shell.menu')}>
      {collapsed ? <CollapsedMenu /> : <MenuTree />}
      <button
        type="button"
        className={clsx(css.item, css.toggle)}
        aria-label={label}
        title={collapsed ? label : undefined}
        onClick={onToggle}
      >
        <Icon size={collapsed ? 20 : 16} />
        {!collapsed && <span className={textCss.ellipsis}>{label}</span>}
      </button>
    </nav>
  )
}

/** The complete accordion, which the drawer of small screens shows too. */
export function MenuTree() {
  const { groups, active } = useMenu()
  // A group unfolded by hand stays open until a page of another group is opened.
  const [chosen, setChosen] = useState<{ at: string | null; key: string } | null>(null)
  const open = chosen !== null && chosen.at === active ? chosen.key : (active ?? groups[0]?.key ?? null)
  return (
    <ul className={css.groups}>
      <Overview />
      {groups.map((group) => (
        <Group
          key={group.key}
          group={group}
          open={group.key === open}
          onToggle={() => setChosen({ at: active, key: group.key === open ? '' : group.key })}
        />
      ))}
    </ul>
  )
}

/** The entry above the groups, a page of its own, for users who may open it. */
function Overview({ collapsed = false }: { collapsed?: boolean }) {
  const translate = useTranslate()
  const { pathname } = useLocation()
  const active = isAt(pathname, overview.path)
  const name = translate(`menu.${overview.key}`)
  if (!mayOpen(useCaller(), overview.key)) return null
  return (
    <li>
      <Link
        to={overview.path}
        className={clsx(css.item, active && css.itemActive)}
        aria-current={active ? 'page' : undefined}
        aria-label={collapsed ? name : undefined}
        title={name}
      >
        <LayoutDashboard size={collapsed ? 20 : 16} />
        {!collapsed && <span className={textCss.ellipsis}>{name}</span>}
      </Link>
    </li>
  )
}

function Group({ group, open, onToggle }: { group: MenuGroup; open: boolean; onToggle: () => void }) {
  const translate = useTranslate()
  const { pathname } = useLocation()
  const Icon = menuGroupIcons[group.icon]
  const Chevron = open ? ChevronDown : ChevronRight
  const name = translate(`menu.${group.key}`)
  return (
    <li>
      <button
        type="button"
        className={clsx(css.item, open && css.itemOpen)}
        aria-expanded={open}
        title={name}
        onClick={onToggle}
      >
        <Icon size={16} />
        <span className={textCss.ellipsis}>{name}</span>
        {!open && <VipBadge keys={group.entries.map(({ key }) => key)} />}
        <Chevron className={css.chevron} size={14} strokeWidth={1.9} />
      </button>
      {open && (
        <ul>
          {group.entries.map(({ key, path }) => {
            const active = isAt(pathname, path)
            const label = translate(`menu.${key}`)
            return (
              <li key={key}>
                <Link
                  to={path}
                  className={clsx(css.entry, active && css.entryActive)}
                  aria-current={active ? 'page' : undefined}
                  title={label}
                >
                  <span className={textCss.ellipsis}>{label}</span>
                  <VipBadge keys={[key]} />
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </li>
  )
}

function CollapsedMenu() {
  const { groups, active } = useMenu()
  return (
    <ul className={css.groups}>
      <Overview collapsed />
      {groups.map((group) => (
        <li key={group.key}>
          <Flyout group={group} active={group.key === active} />
        </li>
      ))}
    </ul>
  )
}

const NONE: ReadonlySet<string> = new Set()

/** Returns the caller's groups, and the key of the group that the current page belongs to. */
function useMenu() {
  const { pathname } = useLocation()
  const groups = menuOf(useCaller(), useExtensions() ?? NONE)
  const active = groups.find(({ entries }) => entries.some(({ path }) => isAt(pathname, path)))?.key ?? null
  return { groups, active }
}
