import { IconButton, Tooltip } from '@mui/material'
import { ChevronDown, ChevronRight, Maximize2 } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useEffect, useId, useMemo, useState } from 'react'
import type { DeviceName } from '../../../dataProvider/normalise.ts'
import { summaryOf } from '../../chart/model.ts'
import type { Zone } from '../../../resources/kit/zone.ts'
import { usePausePolls } from '../../kit/hooks/pausePolls.ts'
import { Dialog } from '../../kit/index.ts'
import textCss from '../../kit/text.module.css'
import { roomy } from './heights.ts'
import { Late } from './Late.tsx'
import { PanelBody } from './PanelBody.tsx'
import { PanelTools } from './PanelTools.tsx'
import { sampleWords } from './sampleWords.ts'
import type { Extent } from '../useSameAxis.ts'
import { usePanel, type PanelQuery } from './usePanel.ts'
import css from './answers.module.css'

interface DevicePanelProps extends PanelQuery {
  device: DeviceName
  area: string | null
  zone: Zone
  open: boolean
  /** The panel is the only one: its chart takes the room of the others. */
  alone: boolean
  onOpen: (open: boolean) => void
  syncKey: string | null
  /** Called with the range of the drawn values; null: no lines are drawn. */
  onExtent: (device: number, extent: Extent | null) => void
  endsOf: (unit: string) => readonly [number, number] | null
}

/**
 * One device's history: chart, minimum, maximum and mean of each node, all samples as a table or CSV, optionally in a
 * window of its own.
 */
export function DevicePanel(props: DevicePanelProps) {
  const { device, area, fullRange, zone, open, alone, onOpen, syncKey, onExtent, endsOf } = props
  const translate = useTranslate()
  const [large, setLarge] = useState(false)
  const body = useId()
  usePausePolls(large)
  const panel = usePanel(props, open)
  const { history, lines, ready } = panel
  const extent = useMemo((): Extent | null => {
    const all = lines.flatMap((line) => summaryOf(line, fullRange) ?? [])
    return open && all.length > 0
      ? {
          unit: lines[0]?.unit ?? '',
          low: Math.min(...all.map(({ min }) => min)),
          high: Math.max(...all.map(({ max }) => max)),
        }
      : null
  }, [lines, fullRange, open])
  useEffect(() => {
    onExtent(device.id, extent)
    return () => onExtent(device.id, null)
  }, [onExtent, device.id, extent])
  const Arrow = open ? ChevronDown : ChevronRight
  const words = useMemo(
    () =>
      [
        area,
        history.loaded && translate('history.nodes', { count: history.nodes.length }),
        history.loaded && sampleWords(history.nodes, fullRange, translate),
      ]
        .filter(Boolean)
        .join(' · '),
    [area, history.loaded, history.nodes, fullRange, translate],
  )
  return (
    <section className={css.panel} aria-label={device.name}>
      <header className={css.panelHead}>
        <button
          type="button"
          className={css.panelOpen}
          aria-expanded={open}
          aria-controls={body}
          onClick={() => onOpen(!open)}
        >
          <Arrow size={16} strokeWidth={1.75} aria-hidden />
          <b className={textCss.ellipsis} title={device.name}>
            {device.name}
          </b>
          <span className={textCss.ellipsis}>{words}</span>
        </button>
        {open && <Late history={history} zone={zone} />}
        {open && ready && <PanelTools panel={panel} zone={zone} />}
        {open && (
          <Tooltip title={translate('history.large')}>
            <IconButton aria-label={translate('history.large')} onClick={() => setLarge(true)}>
              <Maximize2 size={16} strokeWidth={1.75} aria-hidden />
            </IconButton>
          </Tooltip>
        )}
      </header>
      {open && (
        <div id={body}>
          <PanelBody
            panel={panel}
            zone={zone}
            syncKey={syncKey}
            ends={endsOf(lines[0]?.unit ?? '')}
            height={alone ? roomy() : undefined}
          />
        </div>
      )}
      {large && (
        <Dialog full title={device.name} onClose={() => setLarge(false)}>
          <LargePanel {...props} />
        </Dialog>
      )}
    </section>
  )
}

/** A device's history in a full-size window. */
export function LargePanel({ zone, ...query }: PanelQuery & { zone: Zone }) {
  const panel = usePanel(query, true)
  return (
    <div className={css.large}>
      {panel.ready && (
        <div className={css.tools}>
          <Late history={panel.history} zone={zone} />
          <PanelTools panel={panel} zone={zone} />
        </div>
      )}
      <PanelBody panel={panel} zone={zone} height={Math.max(240, window.innerHeight - (panel.table ? 480 : 280))} />
    </div>
  )
}
