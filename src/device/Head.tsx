import { Button, IconButton, Tooltip } from '@mui/material'
import { clsx } from 'clsx'
import {
  ArrowLeft,
  ChartLine,
  Ellipsis,
  PencilLine,
  Printer,
  QrCode,
  RadioTower,
  RotateCcw,
  Settings,
  Share2,
} from 'lucide-react'
import { QRCodeSVG } from 'qrcode.react'
import { useNotify, useTranslate } from 'react-admin'
import { useContext, useState } from 'react'
import { Link } from 'react-router-dom'
import { REAL_TIME_KEY } from '../../resources/control.ts'
import { device as devices } from '../../resources/device.ts'
import { mayOpen, mayUse } from '../../resources/kit/access.ts'
import { deviceAddress, deviceLabels } from '../../resources/menu.ts'
import { HISTORY_KEY } from '../../resources/pageKeys.ts'
import { mayRead } from '../../resources/reads.ts'
import { Badge, Dialog, Menu, MenuItem, PageHeader, StatusMark, useCaller } from '../kit/index.ts'
import { HelpButton } from '../kit/help/HelpButton.tsx'
import { usePhone } from '../kit/hooks/useMedia.ts'
import { besideAlarm } from '../live/deviceStatus.ts'
import { DisplayContext, type ShownDevice } from '../live/display.ts'
import { UpkeepMark } from '../live/UpkeepMark.tsx'
import { isSettable } from '../../resources/kit/reading.ts'
import type { PageDialog } from '../monitor/dialogs/openDialog.ts'
import textCss from '../kit/text.module.css'
import { LoopbackNote } from './LoopbackNote.tsx'
import css from './devicePage.module.css'

interface HeadProps {
  shown: ShownDevice
  onDialog: (open: PageDialog) => void
}

/** The device's name, state, place and number, and actions on the page itself: share, print, look further back. */
export function Head({ shown, onDialog }: HeadProps) {
  const translate = useTranslate()
  const caller = useCaller()
  const phone = usePhone()
  const { device, status, measured, area, zone, now } = shown
  const apart = besideAlarm(status, device)
  const [code, setCode] = useState(false)
  const share = useShare(device.name, deviceAddress(device.id))
  const back = translate('devicePage.back')
  return (
    <PageHeader
      title={device.name}
      actions={
        <>
          {phone ? null : mayOpen(caller, HISTORY_KEY) ? (
            <Button
              component={Link}
              startIcon={<ChartLine size={14} aria-hidden />}
              to={`/monitor/history?devices=${device.id}&day=${zone.day(now)}`}
            >
              {translate('devicePage.history')}
            </Button>
          ) : (
            mayRead(caller, 'history') && (
              <Button startIcon={<ChartLine size={14} aria-hidden />} onClick={() => onDialog('history')}>
                {translate('devicePage.history')}
              </Button>
            )
          )}
          {phone ? (
            <Tooltip title={translate('devicePage.share')}>
              <IconButton aria-label={translate('devicePage.share')} onClick={share.send}>
                <Share2 size={18} strokeWidth={1.75} aria-hidden />
              </IconButton>
            </Tooltip>
          ) : (
            <Button startIcon={<Share2 size={14} aria-hidden />} onClick={share.send}>
              {translate('devicePage.share')}
            </Button>
          )}
          {!phone && (
            <Tooltip title={translate('devicePage.code')}>
              <IconButton
                aria-label={translate('devicePage.code')}
                aria-haspopup="dialog"
                onClick={() => setCode(true)}
              >
                <QrCode size={16} strokeWidth={1.75} aria-hidden />
              </IconButton>
            </Tooltip>
          )}
          <More shown={shown} onDialog={onDialog} onCode={() => setCode(true)} />
        </>
      }
    >
      {mayOpen(caller, REAL_TIME_KEY) && (
        <Tooltip title={back}>
          <IconButton component={Link} to="/monitor/data" aria-label={back} className={css.back}>
            <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </Tooltip>
      )}
      <HelpButton topic="device" name={translate('devicePage.title')} />
      <span className={css.states} data-part="states">
        <StatusMark status={measured ? 'alarm' : status} />
        <Badge tone={apart}>{translate(`shell.status.${apart}`)}</Badge>
        {shown.abnormal && <Badge tone={measured ? 'alarm' : 'stale'}>{translate('devicePage.alarm')}</Badge>}
        <UpkeepMark shown={shown} />
        <span className={clsx(textCss.ellipsis, css.area)}>{area ?? translate('monitor.card.noArea')}</span>
        {device.sn && <span className={textCss.mono}>{device.sn}</span>}
      </span>
      {(code || share.shown) && (
        <CodeDialog
          name={device.name}
          sn={device.sn}
          id={device.id}
          onClose={() => {
            setCode(false)
            share.close()
          }}
        />
      )}
    </PageHeader>
  )
}

/** Menu of less frequent actions. */
function More({ shown, onDialog, onCode }: HeadProps & { onCode: () => void }) {
  const translate = useTranslate()
  const caller = useCaller()
  const phone = usePhone()
  const { mayControl = false } = useContext(DisplayContext)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { device } = shown
  const label = translate('deviceDialogs.more', { name: device.name })
  const open = (name: PageDialog) => () => {
    setAnchor(null)
    onDialog(name)
  }
  const iconProps = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(anchor ? null : event.currentTarget)}
        >
          <Ellipsis size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </Tooltip>
      {anchor && (
        <Menu anchor={anchor} label={label} side="below" onClose={() => setAnchor(null)}>
          <MenuItem onClick={open('flow')}>
            <RadioTower {...iconProps} />
            {translate('deviceDialogs.name.flow')}
          </MenuItem>
          {mayOpen(caller, REAL_TIME_KEY) && (
            <MenuItem onClick={open('record')}>
              <RotateCcw {...iconProps} />
              {translate('deviceDialogs.name.record')}
            </MenuItem>
          )}
          {mayControl && !device.disabled && device.nodes.some(isSettable) && (
            <MenuItem onClick={open('set')}>
              <PencilLine {...iconProps} />
              {translate('deviceDialogs.name.set')}
            </MenuItem>
          )}
          {phone && mayRead(caller, 'history') && !mayOpen(caller, HISTORY_KEY) && (
            <MenuItem onClick={open('history')}>
              <ChartLine {...iconProps} />
              {translate('devicePage.history')}
            </MenuItem>
          )}
          {phone && (
            <MenuItem
              onClick={() => {
                setAnchor(null)
                onCode()
              }}
            >
              <QrCode {...iconProps} />
              {translate('devicePage.code')}
            </MenuItem>
          )}
          <MenuItem to={`${deviceLabels}?ids=${device.id}`}>
            <Printer {...iconProps} />
            {translate('devicePage.label')}
          </MenuItem>
          {mayUse(caller, devices, 'list') && (
            <MenuItem to={`/${devices.path}/${device.id}`}>
              <Settings {...iconProps} />
              {translate('deviceDialogs.info.manage')}
            </MenuItem>
          )}
        </Menu>
      )}
    </>
  )
}

/**
 * Shares the page's address: by the system's share sheet, else by the clipboard; without both (no secure context) it is
 * shown for copying.
 */
function useShare(title: string, path: string) {
  const translate = useTranslate()
  const notify = useNotify()
  const [shown, setShown] = useState(false)
  const send = async () => {
    const url = `${location.origin}${path}`
    try {
      if (typeof navigator.share === 'function') await navigator.share({ title, url })
      else {
        await navigator.clipboard.writeText(url)
        notify(translate('devicePage.copied'), { type: 'success' })
      }
    } catch (error) {
      // The user cancelled the share sheet.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setShown(true)
    }
  }
  return { shown, close: () => setShown(false), send: () => void send() }
}

/** The page's address as a QR code and as text. */
function CodeDialog({ name, sn, id, onClose }: { name: string; sn: string; id: number; onClose: () => void }) {
  const translate = useTranslate()
  const url = `${location.origin}${deviceAddress(id)}`
  return (
    <Dialog
      title={translate('devicePage.code')}
      named={name}
      width={360}
      onClose={onClose}
      footer={
        <Button component={Link} to={`${deviceLabels}?ids=${id}`}>
          {translate('devicePage.label')}
        </Button>
      }
    >
      <div className={css.code}>
        <LoopbackNote />
        <QRCodeSVG
          value={url}
          size={196}
          marginSize={2}
          role="img"
          aria-label={translate('devicePage.codeOf', { name })}
        />
        <p className={textCss.mono}>{sn}</p>
        <p className={css.url}>{url}</p>
      </div>
    </Dialog>
  )
}
