import {
  Activity,
  Boxes,
  Building2,
  ClipboardCheck,
  FileChartColumn,
  MapPinned,
  MonitorCog,
  Send,
  ShieldCheck,
  Siren,
  UsersRound,
  Warehouse,
  type LucideIcon,
} from 'lucide-react'
import type { MenuGroup } from '../../../resources/menu.ts'

/** Icon of each group of the menu, all from one icon set and each with one meaning. */
export const menuGroupIcons: Record<MenuGroup['icon'], LucideIcon> = {
  monitor: Activity,
  manage: Boxes,
  alarm: Siren,
  push: Send,
  config: MonitorCog,
  permission: ShieldCheck,
  work: ClipboardCheck,
  stock: Warehouse,
  people: UsersRound,
  building: Building2,
  map: MapPinned,
  report: FileChartColumn,
}
