import { __iconData as arrowUpRight } from 'lucide-react/icons/arrow-up-right'
import { __iconData as ellipsis } from 'lucide-react/icons/ellipsis'
import { __iconData as pencilLine } from 'lucide-react/icons/pencil-line'
import { __iconData as history } from 'lucide-react/icons/rotate-ccw-clock'
import { __iconData as radioTower } from 'lucide-react/icons/radio-tower'
import { __iconData as table2 } from 'lucide-react/icons/table-2'
import { useTranslate } from 'react-admin'
import { memo, useContext, useEffect, useState } from 'react'
import { usePausePolls } from '../../kit/hooks/pausePolls.ts'
import { flushSync } from 'react-dom'
import { Link } from 'react-router-dom'
import { deviceAddress } from '../../../resources/menu.ts'
import { useDevice } from '../../live/useDevice.ts'
import { Menu, MenuItem, plainIcon, type PlainIcon } from '../../kit/index.ts'
import { isSettable } from '../../../resources/kit/reading.ts'
import { DisplayContext } from '../../live/display.ts'
import css from '../list/actions.module.css'
import { dialogChunks } from './dialogChunks.ts'
import { useShowDialog, type DialogName } from './openDialog.ts'

interface ActionProps {
  id: number
  /** The device's name, for the labels of the buttons. */
  name: string
}

/** Link to the device's page; separate from the values, so that a changed value does not render it again. */
export const DeviceActions = memo(function DeviceActions({ id, name }: ActionProps) {
  const translate = useTranslate()
  const label = translate('deviceDialogs.openPage', { name })
  return (
    <Link to={deviceAddress(id)} className={css.act} data-part="act" title={label} aria-label={label}>
      <OpenIcon size={14} strokeWidth={1.9} />
    </Link>
  )
})

/** Menu of the device's dialogs; includes setting a value if the device has a writable node and the user may write. */
export const DeviceMenu = memo(function DeviceMenu({ id, name }: ActionProps) {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const label = translate('deviceDialogs.more', { name })
  return (
    <>
      <button
        type="button"
        className={css.act}
        data-part="act"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(anchor ? null : event.currentTarget)}
      >
        <MoreIcon size={16} strokeWidth={1.75} />
      </button>
      {anchor && <DialogMenu id={id} label={label} anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  )
})

interface DialogMenuProps {
  id: number
  label: string
  anchor: HTMLElement
  onClose: () => void
}

/** The open menu, with all its queries: hundreds of menus stay closed and must cost nothing. */
function DialogMenu({ id, label, anchor, onClose }: DialogMenuProps) {
  const translate = useTranslate()
  const show = useShowDialog()
  const { mayControl = false } = useContext(DisplayContext)
  const device = useDevice(id)
  const settable = mayControl && device !== undefined && !device.disabled && device.nodes.some(isSettable)
  usePausePolls(true)
  useEffect(() => {
    for (const { preload } of Object.values(dialogChunks)) preload()
  }, [])
  return (
    <Menu anchor={anchor} label={label} side="below" onClose={onClose}>
      {(['data', 'flow', 'record', ...(settable ? (['set'] as const) : [])] as const).map((dialog) => {
        const Icon = dialogIcons[dialog]
        const open = () => {
          // Closed first, so that the dialog returns the focus to the button, not to a menu entry that is gone.
          flushSync(onClose)
          show({ name: dialog, device: id })
        }
        return (
          <MenuItem key={dialog} onClick={open}>
            <Icon size={16} strokeWidth={1.75} />
            {translate(dialogLabels[dialog])}
          </MenuItem>
        )
      })}
    </Menu>
  )
}

const dialogIcons: Readonly<Record<MenuDialog, PlainIcon>> = {
  flow: plainIcon(radioTower),
  record: plainIcon(history),
  data: plainIcon(table2),
  set: plainIcon(pencilLine),
}

const MoreIcon = plainIcon(ellipsis)

const OpenIcon = plainIcon(arrowUpRight)

type MenuDialog = Exclude<DialogName, 'history'>

const dialogLabels = {
  flow: 'deviceDialogs.name.flow',
  record: 'deviceDialogs.name.record',
  data: 'deviceDialogs.name.data',
  set: 'deviceDialogs.name.set',
} as const satisfies Record<MenuDialog, string>
