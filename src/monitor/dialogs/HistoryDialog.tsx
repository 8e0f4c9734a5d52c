import { useTranslate } from 'react-admin'
import { useContext, useState } from 'react'
import { platformNow } from '../../../dataProvider/clock.ts'
import { DAY } from '../../../resources/kit/zone.ts'
import type { Range } from '../../chart/model.ts'
import { LargePanel } from '../../history/panel/DevicePanel.tsx'
import { Dialog, Segment } from '../../kit/index.ts'
import { usePausePolls } from '../../kit/hooks/pausePolls.ts'
import { DisplayContext } from '../../live/display.ts'
import type { DeviceDialogProps } from './DeviceDialogs.tsx'

const SPANS = { day: DAY, week: 7 * DAY } as const
type Span = keyof typeof SPANS

/**
 * A device's last day or week as a curve or a table (spec 1 §2.7), for users who may read its history but may not open
 * the history page.
 */
export default function HistoryDialog({ device, onClose }: DeviceDialogProps) {
  const translate = useTranslate()
  const [to] = useState(platformNow)
  const [span, setSpan] = useState<Span>('day')
  usePausePolls(true)
  return (
    <Dialog full title={`${translate('devicePage.history')} · ${device.name}`} onClose={onClose}>
      <Segment
        label={translate('devicePage.span.label')}
        value={span}
        onChange={setSpan}
        options={(['day', 'week'] as const).map((value) => ({ value, label: translate(`devicePage.span.${value}`) }))}
      />
      <Zoomable key={span} device={device} fullRange={{ from: to - SPANS[span], to }} />
    </Dialog>
  )
}

function Zoomable({ device, fullRange }: { device: DeviceDialogProps['device']; fullRange: Range }) {
  const { zone } = useContext(DisplayContext)
  const [full] = useState(fullRange)
  const [range, setRange] = useState(full)
  return <LargePanel device={device} fullRange={full} range={range} onRange={setRange} zone={zone} />
}
