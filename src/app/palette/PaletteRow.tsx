import {
  CornerDownLeft,
  Cpu,
  FolderOpen,
  Languages,
  LayoutDashboard,
  LogOut,
  MapPin,
  Presentation,
  Router,
  SunMoon,
  UserRound,
  type LucideIcon,
} from 'lucide-react'
import { useTranslate } from 'react-admin'
import type { MouseEvent } from 'react'
import { useClosedAreas } from '../../live/useLiveNames.ts'
import { statusOf } from '../../live/deviceStatus.ts'
import { useClock } from '../../live/useClock.ts'
import { sharedStore } from '../../live/shared.ts'
import { Badge, type Status } from '../../kit/index.ts'
import { menuGroupIcons } from '../shell/icons.ts'
import type { DeviceState } from '../../../dataProvider/normalise.ts'
import type { Entry, Found } from './search.ts'
import css from './palette.module.css'

interface PaletteRowProps {
  id: string
  found: Found
  active: boolean
  onPoint: () => void
  onChoose: (event: MouseEvent) => void
}

/** One line of the palette, with the matching part marked, and a device's state where the page in view knows it. */
export function PaletteRow({ id, found: { entry, mark, by }, active, onPoint, onChoose }: PaletteRowProps) {
  const Icon = entry.group ? menuGroupIcons[entry.group] : icons[entry.icon]
  const [before, marked, after] = parts(entry.name, mark)
  // Why the entry was found, where its name does not show it.
  const hint = [by, entry.hint].filter(Boolean).join(' · ')
  return (
    // The field keeps the focus and its keys; a line is only pointed at.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div id={id} role="option" aria-selected={active} className={css.row} onPointerMove={onPoint} onClick={onChoose}>
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <span className={css.name} data-part="name" title={entry.name}>
        {before}
        {marked && <mark>{marked}</mark>}
        {after}
      </span>
      {hint && <span className={css.hint}>{hint}</span>}
      <span className={css.space} />
      {entry.device !== undefined && <State device={entry.device} />}
      {active && (
        <kbd className={css.key} aria-hidden>
          <CornerDownLeft size={12} strokeWidth={2} />
        </kbd>
      )}
    </div>
  )
}

function State({ device }: { device: number }) {
  const state = sharedStore()?.get(device)
  return state === undefined ? null : <StateBadge state={state} />
}

function StateBadge({ state }: { state: DeviceState }) {
  const translate = useTranslate()
  const closedAreas = useClosedAreas()
  const now = useClock(30_000)
  const status = statusOf(state, { closedAreas, now })
  return <Badge tone={status}>{translate(statusKeys[status])}</Badge>
}

const statusKeys: Record<Status, string> = {
  online: 'shell.status.online',
  offline: 'shell.status.offline',
  alarm: 'shell.status.alarm',
  stale: 'shell.status.stale',
  disabled: 'shell.status.disabled',
  unknown: 'shell.status.unknown',
}

const icons: Record<Entry['icon'], LucideIcon> = {
  device: Cpu,
  area: MapPin,
  project: FolderOpen,
  gateway: Router,
  user: UserRound,
  page: LayoutDashboard,
  theme: SunMoon,
  language: Languages,
  leave: LogOut,
  bigScreen: Presentation,
}

/** Returns the name before, within and after the matching part. */
function parts(name: string, mark: Found['mark']): [string, string, string] {
  if (mark === null) return [name, '', '']
  const characters = [...name]
  return [
    characters.slice(0, mark.from).join(''),
    characters.slice(mark.from, mark.to).join(''),
    characters.slice(mark.to).join(''),
  ]
}
