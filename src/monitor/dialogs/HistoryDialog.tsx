import { Button, IconButton } from '@mui/material'
import { ExternalLink, Maximize2, Minimize2 } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { mayOpen } from '../../../resources/kit/access.ts'
import { customPages } from '../../../resources/menu.ts'
import type { Range } from '../../chart/model.ts'
import { useZone } from '../../chart/useZone.ts'
import { addDays, type Zone } from '../../../resources/kit/zone.ts'
import { useClock } from '../../live/useClock.ts'
import { Dialog, Segment, useCaller } from '../../kit/index.ts'
import { writeHistoryParams } from '../../history/historyParams.ts'
import { PanelBody } from '../../history/PanelBody.tsx'
import { PanelTools } from '../../history/PanelTools.tsx'
import { usePanel } from '../../history/usePanel.ts'
import answersCss from '../../history/answers.module.css'
import type { DeviceDialogProps } from './DeviceDialogs.tsx'
import { useDialogParam } from './openDialog.ts'
import css from './dialogs.module.css'

const SPANS = ['today', 'yesterday', 'week'] as const
type SpanName = (typeof SPANS)[number]
const SIZES = ['normal', 'full'] as const

/** A device's past (spec 1 §2.7): today at first, as chart and table, in the dialog or over the whole window. */
export default function HistoryDialog({ device, onClose }: DeviceDialogProps) {
  const translate = useTranslate()
  const caller = useCaller()
  const zone = useZone()
  const today = zone.day(useClock(60_000))
  const [span, setSpan] = useDialogParam('span', SPANS)
  const [windowSize, setSize] = useDialogParam('size', SIZES)
  const full = windowSize === 'full'
  const { first, last } = daysOf(span, today)
  const Size = full ? Minimize2 : Maximize2
  const size = translate(full ? 'deviceDialogs.history.smaller' : 'deviceDialogs.history.larger')
  const page = customPages.find(({ key }) => key === '2-2')
  return (
    <Dialog
      full={full}
      width={1080}
      title={`${translate('deviceDialogs.name.history')} · ${device.name}`}
      onClose={onClose}
      tools={
        <IconButton aria-label={size} title={size} onClick={() => setSize(full ? 'normal' : 'full')}>
          <Size size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
      }
    >
      <div className={css.tools}>
        <Segment
          label={translate('deviceDialogs.history.span')}
          value={span}
          onChange={setSpan}
          options={SPANS.map((value) => ({ value, label: translate(spanLabels[value]) }))}
        />
        {page && mayOpen(caller, page.key) && (
          <Button
            component={Link}
            size="small"
            className={css.end}
            to={`${page.path}?${writeHistoryParams({ area: null, devices: [device.id], period: span === 'week' ? 'range' : 'day', day: first, until: last, submitted: true }).toString()}`}
          >
            <ExternalLink size={14} strokeWidth={1.9} aria-hidden />
            {translate('deviceDialogs.history.page')}
          </Button>
        )}
      </div>
      {/* Another span starts afresh: what was zoomed belongs to the last one. */}
      <Past
        key={`${first} ${last}`}
        device={device}
        fullRange={zone.rangeOf(first, last)}
        zone={zone}
        height={full ? Math.max(240, window.innerHeight - 320) : 260}
      />
    </Dialog>
  )
}

function Past({
  device,
  fullRange: initialRange,
  zone,
  height,
}: {
  device: DeviceDialogProps['device']
  fullRange: Range
  zone: Zone
  height: number
}) {
  // The same object for as long as the span is the same.
  const [fullRange] = useState(initialRange)
  const [range, setRange] = useState(fullRange)
  const panel = usePanel({ device, fullRange, range, onRange: setRange }, true)
  return (
    <div className={css.history}>
      {panel.ready && (
        <div className={answersCss.tools}>
          <PanelTools panel={panel} zone={zone} />
        </div>
      )}
      <PanelBody panel={panel} zone={zone} height={height} />
    </div>
  )
}

function daysOf(span: SpanName, today: string): { first: string; last: string } {
  if (span === 'week') return { first: addDays(today, -6), last: today }
  const day = span === 'today' ? today : addDays(today, -1)
  return { first: day, last: day }
}

const spanLabels = {
  today: 'deviceDialogs.history.today',
  yesterday: 'deviceDialogs.history.yesterday',
  week: 'deviceDialogs.history.week',
} as const
