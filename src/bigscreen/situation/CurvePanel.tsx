import { useTranslate } from 'react-admin'
import { useMemo, useState } from 'react'
import type { Episode } from '../../../dataProvider/episodes/rows.ts'
import type { Zone } from '../../../resources/kit/zone.ts'
import { useEpisodeCurve } from '../../alarms/inbox/detail/useEpisodeCurve.ts'
import { EpisodeClass } from '../../alarms/inbox/EpisodeClass.tsx'
import { useJudgedWords } from '../../alarms/inbox/marks.tsx'
import type { Range } from '../../chart/model.ts'
import { changeInHour } from '../../chart/changeInHour.ts'
import { apartOfNodes } from '../../history/panel/nodeLines.ts'
import { numberText } from '../../../resources/kit/reading.ts'
import { TurnTools } from '../carousel/CarouselFrame.tsx'
import type { CarouselState } from '../carousel/useCarousel.ts'
import type { Pauses } from '../carousel/usePauses.ts'
import { FramedPanel } from '../stage/FramedPanel.tsx'
import { Late } from '../stage/Late.tsx'
import { StageChart } from '../stage/StageChart.tsx'
import css from './situation.module.css'
import bigscreenCss from '../bigscreen.module.css'

/** Hours shown by the curve. */
const HOURS = 6

interface CurvePanelProps {
  episode: Episode
  /** Number of curves in the rotation. */
  count: number
  carousel: CarouselState
  pauses: Pauses
  /** The screen is unattended: hovering is ignored. */
  idle: boolean
  zone: Zone
}

/** The last hours of an alarm's node: the rule's limit, the classes behind the curve, and when the rule fired. */
export function CurvePanel({ episode, count, carousel, pauses, idle, zone }: CurvePanelProps) {
  const translate = useTranslate()
  const { whole, history, enabled, node, limits, backdrop, episodes } = useEpisodeCurve(episode, HOURS)
  const apart = useMemo(() => (node ? apartOfNodes([node]) : []), [node])
  const [zoom, setZoom] = useState<Range | null>(null)
  const { device_name, node_name } = episode
  const { limit, unit, now } = useJudgedWords()(episode)
  const change = node?.drawable ? changeInHour(node.line) : null
  const said = change === null ? '' : numberText(Math.abs(change), node?.line.decimals)
  const none = !enabled
    ? 'bigscreen.noRight'
    : history.error && !node
      ? 'bigscreen.noData'
      : history.isPending
        ? 'bigscreen.first'
        : !node || (node.line.times.length === 0 && apart.length === 0)
          ? 'bigscreen.noHistory'
          : null
  return (
    <FramedPanel
      name="urgent"
      title={device_name}
      beside={`${node_name} · ${translate('bigscreen.urgent')}`}
      tools={
        <>
          {history.error && node && <Late at={node.line.times.at(-1) ?? null} />}
          {count > 1 && <TurnTools count={count} carousel={carousel} pauses={pauses} dots={false} />}
        </>
      }
    >
      <p className={css.urgentNow}>
        <b>{now.text}</b>
        <span>{now.unit}</span>
        <EpisodeClass episode={episode} large />
        {change !== null && Number(said) !== 0 && <span>{`${change > 0 ? '↑' : '↓'} ${said} / 1 h`}</span>}
        <span className={css.urgentLimit}>{limit !== '' && `${translate('bigscreen.limit')} ${limit} ${unit}`}</span>
      </p>
      {none === null && node ? (
        <StageChart
          label={`${device_name} ${node.line.label}`}
          lines={[node.line]}
          limits={limits}
          episodes={episodes}
          apart={apart}
          backdrop={backdrop}
          zone={zone}
          whole={whole}
          range={(idle ? null : zoom) ?? whole}
          onRange={setZoom}
        />
      ) : (
        <p className={bigscreenCss.none}>{translate(none ?? 'bigscreen.noHistory')}</p>
      )}
    </FramedPanel>
  )
}
