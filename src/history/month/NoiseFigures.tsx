import { Button, Tooltip } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import { deviceHistory } from '../../../dataProvider/calls/history.ts'
import { labelIndex } from '../../../i18n/types.ts'
import type { Zone } from '../../../resources/kit/zone.ts'
import { roundHalfEven } from '../../../standards/decimal.ts'
import { lawOf } from '../../../standards/index.ts'
import { isDaytime, LEVEL_DECIMALS, NOISE_LIMITS } from '../../../standards/noise.ts'
import { FINE_DECIMALS, noiseLevels, type NoiseLevels } from '../../../standards/noiseLevels.ts'
import type { NoiseZone } from '../../../standards/types.ts'
import { NEEDED } from '../../../standards/validity.ts'
import type { Range } from '../../chart/model.ts'
import { ClassChip } from '../../environment/ClassChip.tsx'
import { judgeBy, type Where } from '../../environment/judge.ts'
import { siteLabelOf } from '../../environment/site.ts'
import { useClassWords } from '../../environment/useClassWords.ts'
import { InlineError, TextSkeleton, useLanguage } from '../../kit/index.ts'
import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import { useClock } from '../../live/useClock.ts'
import { historyNodes } from '../panel/nodeLines.ts'
import { usePositions } from '../usePositions.ts'
import { spansDays } from './overlays.ts'
import css from './month.module.css'

interface NoiseFiguresProps {
  device: number
  /** The node that measures the sound level. */
  node: number
  range: Range
  where: Where
  zone: Zone
}

/** Minimum coverage, below which a span is not judged: the share of hours that a day of sound needs. */
const LEAST = NEEDED.day / 24
/** Refresh interval for a span that is not over, ms. */
const STEP = 600_000

/**
 * Sound levels of a span from all its valid samples: Leq, levels exceeded for parts of the time, and day and night
 * levels with the limits of the zone. A span longer than a week is loaded only on request.
 */
export default function NoiseFigures({ device, node, range, where, zone }: NoiseFiguresProps) {
  const say = useLateWords('noise')
  const [asked, setAsked] = useState(false)
  const positions = usePositions()
  const now = useClock(STEP)
  const { from, to } = range
  const wanted = asked || !spansDays(range)
  const { data, error, refetch } = useQuery({
    queryKey: ['history', 'all', device, from, to],
    queryFn: ({ signal }) => deviceHistory(device, { from, to, signal }),
    enabled: wanted,
    staleTime: 60_000,
    retry: false,
    refetchInterval: to > now ? STEP : false,
  })
  const levels = useMemo(() => {
    const line = historyNodes(data ?? [], positions).find(({ id }) => id === node)?.line
    const samples = (line?.times ?? []).flatMap((t, at) => {
      const v = line?.values[at]
      return v == null || v < 0 ? [] : [{ t, v }]
    })
    return samples.length === 0
      ? null
      : noiseLevels(samples, (t) => isDaytime(zone.hour(t)), { from, to: Math.min(to, now) }, FINE_DECIMALS)
  }, [data, positions, node, from, to, now, zone])
  return (
    <section className={css.figures} data-part="noise-figures" aria-label={say('noise.title')}>
      <h3>{say('noise.title')}</h3>
      <Limits where={where} />
      {!wanted ? (
        <p className={css.note}>
          {say('noise.long')}{' '}
          <Button size="small" onClick={() => setAsked(true)}>
            {say('noise.work')}
          </Button>
        </p>
      ) : error && !data ? (
        <InlineError error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <TextSkeleton />
      ) : levels === null ? (
        <p className={css.note}>{say('noise.none')}</p>
      ) : (
        <Levels levels={levels} zone={where.zone} day={zone.day(Math.min(to, now))} />
      )}
    </section>
  )
}

/** The noise zone of the device with its limits, or a note that none is set. */
function Limits({ where }: { where: Where }) {
  const say = useLateWords('noise')
  const at = labelIndex[useLanguage()]
  return (
    <p className={css.note}>
      {where.zone === undefined
        ? say('noise.noZone')
        : say('noise.limits', { zone: siteLabelOf(where)?.[at], ...NOISE_LIMITS[where.zone] })}
    </p>
  )
}

const PLAIN = ['leq', 'l10', 'l50', 'l90', 'lmax', 'ldn'] as const
const JUDGED = { ld: 'day', ln: 'night' } as const

function Levels({ levels, zone, day }: { levels: NoiseLevels; zone: NoiseZone | undefined; day: string }) {
  const say = useLateWords('noise')
  const isFew = levels.coverage < LEAST
  return (
    <>
      <dl data-short="true">
        {(['ld', 'ln'] as const).map((name) => (
          <Figure key={name} name={name} value={levels[name]}>
            {zone !== undefined && levels[name] !== null && !isFew && (
              <Held value={levels[name]} period={JUDGED[name]} zone={zone} day={day} />
            )}
          </Figure>
        ))}
        {PLAIN.map((name) => (
          <Figure key={name} name={name} value={levels[name]} />
        ))}
      </dl>
      <p className={css.note}>
        {say('noise.covered', { percent: Math.floor(levels.coverage * 100) })}
        {isFew && ` · ${say('noise.few', { percent: Math.round(LEAST * 100) })}`}
      </p>
    </>
  )
}

type Name = (typeof PLAIN)[number] | keyof typeof JUDGED

function Figure({ name, value, children }: { name: Name; value: number | null; children?: ReactNode }) {
  const say = useLateWords('noise')
  const hint = name === 'l10' || name === 'l50' || name === 'l90' ? say(`noise.said.${name}`) : undefined
  return (
    <div>
      <Tooltip describeChild title={hint ?? ''}>
        <dt>{say(`noise.${name}`)}</dt>
      </Tooltip>
      <dd>
        <b>{value === null ? '—' : roundHalfEven(value, LEVEL_DECIMALS).toFixed(LEVEL_DECIMALS)}</b>{' '}
        {value !== null && 'dB(A)'}
        {children}
      </dd>
    </div>
  )
}

interface HeldProps {
  value: number
  period: 'day' | 'night'
  zone: NoiseZone
  /** The standard in force on this day applies. */
  day: string
}

/** A level compared with the limit of its zone: within it, or by how many dB above. */
function Held({ value, period, zone, day }: HeldProps) {
  const say = useLateWords('noise')
  const words = useClassWords()
  const law = lawOf('noise', day)
  const judged = judgeBy({ law, medium: 'noise', pollutant: 'leq', factor: 1, question: { period, day, zone } }, value)
  if (!judged) return null
  const above = Number(judged.exceeded)
  return (
    <small>
      <ClassChip
        scale={judged.scale}
        level={judged.level}
        word={words.short(judged)}
        figure={above > 0 ? `+${above.toFixed(1)}` : null}
        title={words.law({ standard: law.code, period })}
      />{' '}
      {say('noise.limit', { limit: String(judged.limit) })}
    </small>
  )
}
