import { useTranslate } from 'react-admin'
import sideMenuCss from '../shell/sideMenu.module.css'

/** Menu entries for paying customers (spec 1 §2.4): the display screens. */
const VIP: ReadonlySet<string> = new Set(['6-1'])

/** Badge of a menu entry, or of a closed group that contains one. */
export function VipBadge({ keys }: { keys: readonly string[] }) {
  const translate = useTranslate()
  return keys.some((key) => VIP.has(key)) ? <span className={sideMenuCss.vip}>{translate('display.vip')}</span> : null
}
