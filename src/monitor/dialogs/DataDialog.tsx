import { Button } from '@mui/material'
import { Info } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useContext, useState } from 'react'
import { lastDataAt } from '../../live/deviceStatus.ts'
import { useClock } from '../../live/useClock.ts'
import { Dialog, Badge, InlineError, Segment } from '../../kit/index.ts'
import { isSwitch } from '../control/nodeKinds.ts'
import { ageWords, DisplayContext, shownOf } from '../../live/display.ts'
import { CleanerTab } from './CleanerTab.tsx'
import { cleanersOf } from './cleaners.ts'
import { DataTab } from './DataTab.tsx'
import type { DeviceDialogProps } from './DeviceDialogs.tsx'
import { useDialogParam } from './openDialog.ts'
import { LiveInfoDialog } from './LiveInfoDialog.tsx'
import { SwitchTab } from './SwitchTab.tsx'
import { useDeviceLive } from './useDeviceLive.ts'
import css from './dialogs.module.css'

const TABS = ['data', 'switch', 'cleaner'] as const
type Tab = (typeof TABS)[number]

/** The real-time data of a device (spec 1 §2.7): its values, its switches, its cleaners, and more of what is known of it. Goes on while the list waits. */
export default function DataDialog({ device: listed, onClose }: DeviceDialogProps) {
  const translate = useTranslate()
  const { names, zone, mayControl = false } = useContext(DisplayContext)
  const now = useClock(1000)
  const [more, setMore] = useState(false)
  const { device, feed, error, refresh } = useDeviceLive(listed)
  const [tab, choose] = useDialogParam('tab', TABS)
  const shown = shownOf(device, names, now, zone, translate)
  const at = lastDataAt(device)
  const counts: Record<Tab, number> = {
    data: device.nodes.filter((node) => !isSwitch(node)).length,
    switch: device.nodes.filter(isSwitch).length,
    cleaner: cleanersOf(device.json_data).length,
  }
  const control = mayControl && !device.disabled
  return (
    <Dialog
      title={`${translate('deviceDialogs.name.data')} · ${device.name}`}
      width={760}
      onClose={onClose}
      tools={
        <Button size="small" onClick={() => setMore(true)}>
          <Info size={14} strokeWidth={1.9} aria-hidden />
          {translate('deviceDialogs.info.more')}
        </Button>
      }
    >
      <div className={css.tools}>
        <Segment
          label={translate('deviceDialogs.name.data')}
          value={tab}
          onChange={choose}
          options={TABS.map((value) => ({ value, label: `${translate(tabLabels[value])} ${counts[value]}` }))}
        />
        <span className={css.end}>
          <Badge tone={shown.status}>{translate(`shell.status.${shown.status}`)}</Badge>
          <span className={css.count}>
            {at === null
              ? translate('monitor.card.noData')
              : translate('deviceDialogs.data.updated', { age: ageWordsShort(at, now, translate) })}
            {feed.phase === 'reconnecting' &&
              ` · ${translate('deviceDialogs.flow.reconnecting', { attempt: feed.attempt })}`}
          </span>
        </span>
      </div>
      {error !== null && <InlineError error={error} onRetry={refresh} />}
      {device.disabled && <InlineError tone="info" error={translate('deviceDialogs.set.disabled')} />}
      <div className={css.body} data-status={shown.status}>
        {tab === 'data' && (
          <DataTab
            device={device}
            control={control}
            locked={!mayControl}
            now={now}
            isAlarm={(node) => shown.abnormal && shown.alarmNodes.has(node.id)}
          />
        )}
        {tab === 'switch' && <SwitchTab device={device} control={control} locked={!mayControl} now={now} />}
        {tab === 'cleaner' && <CleanerTab json={device.json_data} />}
      </div>
      {more && <LiveInfoDialog shown={shown} onClose={() => setMore(false)} />}
    </Dialog>
  )
}

/** Seconds up to a minute, then as everywhere. */
function ageWordsShort(
  at: number,
  now: number,
  translate: (key: string, options?: Record<string, unknown>) => string,
): string {
  const seconds = Math.max(0, Math.round((now - at) / 1000))
  return seconds < 60 ? translate('deviceDialogs.data.seconds', { count: seconds }) : ageWords(at, now, translate)
}

const tabLabels = {
  data: 'deviceDialogs.data.tab',
  switch: 'deviceDialogs.switch.tab',
  cleaner: 'deviceDialogs.cleaner.tab',
} as const
