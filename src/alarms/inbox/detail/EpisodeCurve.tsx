import { useTranslate } from 'react-admin'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { Episode } from '../../../../dataProvider/episodes/rows.ts'
import { MINUTE } from '../../../../resources/kit/zone.ts'
import type { Range } from '../../../chart/model.ts'
import { useZone } from '../../../chart/useZone.ts'
import { apartOfNodes } from '../../../history/panel/nodeLines.ts'
import { ChartSkeleton, InlineError, Segment } from '../../../kit/index.ts'
import { usePhone } from '../../../kit/hooks/useMedia.ts'
import { useClock } from '../../../live/useClock.ts'
import { shortMinute } from '../../../live/times.ts'
import { EpisodeClass } from '../EpisodeClass.tsx'
import { useJudgedWords } from '../marks.tsx'
import { useSpan } from '../useSpan.ts'
import type { Curve } from './curvePicture.ts'
import { Measured } from './Measured.tsx'
import { useEpisodeCurve } from './useEpisodeCurve.ts'
import css from './detail.module.css'

const TimeSeries = lazy(async () => ({ default: (await import('../../../chart/TimeSeries.tsx')).TimeSeries }))

const SPANS = { '6': 6, '24': 24, '168': 168 } as const
type Span = keyof typeof SPANS

/**
 * The current value and its history: the curve with the rule's limit, the time it was held before the firing, the
 * duration of the alarm, and what else was measured. `curve` receives the drawn chart.
 */
export function EpisodeCurve({ episode, curve }: { episode: Episode; curve: Curve }) {
  const translate = useTranslate()
  const zone = useZone()
  const span = useSpan()
  const height = usePhone() ? 180 : 220
  const clock = useClock(MINUTE)
  const [hours, setHours] = useState<Span>('6')
  const { since, fired_at, condition } = episode
  const { limit, unit, now } = useJudgedWords()(episode)
  const { whole, history, enabled, node, others, limits, backdrop, episodes } = useEpisodeCurve(episode, SPANS[hours])
  const apart = useMemo(() => (node ? apartOfNodes([node]) : []), [node])
  const [zoom, setZoom] = useState<Range | null>(null)
  return (
    <section className={css.card} data-part="curve">
      <header className={css.curveHead}>
        <b className={css.value} data-over={condition === 'active' || undefined}>
          {now.text}
        </b>
        <span>{now.unit}</span>
        <EpisodeClass episode={episode} large />
        <span className={css.quiet}>
          {limit} {unit}
        </span>
        <span className={css.quiet}>
          {since < fired_at
            ? translate('inbox.heldFired', {
                since: shortMinute(since, clock, zone),
                span: span(fired_at - since),
                fired: zone.clock(fired_at, false),
              })
            : translate('inbox.firedAt', { time: zone.full(fired_at).slice(5, 16) })}
        </span>
        {node && (
          <Suspense>
            <Measured episode={episode} node={node} others={others} now={clock} />
          </Suspense>
        )}
        <Segment
          label={translate('inbox.span')}
          value={hours}
          onChange={(next) => (setHours(next), setZoom(null))}
          options={[
            { value: '6', label: '6 h' },
            { value: '24', label: '24 h' },
            { value: '168', label: translate('inbox.days', { count: 7 }) },
          ]}
        />
      </header>
      <div style={{ minHeight: height }}>
        {node && (node.line.times.length > 0 || apart.length > 0) ? (
          <Suspense fallback={<ChartSkeleton height={height} />}>
            <TimeSeries
              ref={curve}
              label={`${episode.device_name} ${node.line.label}`}
              lines={[node.line]}
              zone={zone}
              fullRange={whole}
              range={zoom ?? whole}
              onRange={setZoom}
              height={height}
              limits={limits}
              episodes={episodes}
              apart={apart}
              backdrop={backdrop}
            />
          </Suspense>
        ) : enabled && history.isPending ? (
          <ChartSkeleton height={height} />
        ) : (
          !history.error && <p className={css.quiet}>{translate('inbox.noCurve')}</p>
        )}
        {/* Placed below a line that stays, so that the line keeps its position. */}
        {history.error && <InlineError error={history.error} onRetry={() => void history.refetch()} />}
      </div>
    </section>
  )
}
