import { useTranslate } from 'react-admin'
import { memo } from 'react'
import { StatusMark } from '../kit/index.ts'
import { Figure, lengthOf } from './stage/Figure.tsx'
import { FramedPanel } from './stage/FramedPanel.tsx'
import css from './status.module.css'

const RADIUS = 66
const ROUND = 2 * Math.PI * RADIUS
/** From these numbers on the total is drawn smaller, so that it fits into the ring, and smaller still. */
const LONG = 10_000
const LONGER = 1_000_000

interface DeviceStatusProps {
  total: number
  online: number
  offline: number
  known: boolean
}

/**
 * All devices, and how many are online and offline, as numbers and as a ring. No number is shown before the devices are
 * loaded, or if the platform reports for no device whether it is online.
 */
export const DeviceStatus = memo(function DeviceStatus({ total, online, offline, known }: DeviceStatusProps) {
  const translate = useTranslate()
  const hasCounts = known && (total === 0 || online + offline > 0)
  const onlinePart = partText(online, total)
  const offlinePart = partText(offline, total)
  const arcOf = (count: number) => (total === 0 ? 0 : (count / total) * ROUND)
  const length = arcOf(online)
  return (
    <FramedPanel name="status" title={translate('bigscreen.status')}>
      <div className={css.statusBody}>
        <svg
          width={168}
          height={168}
          viewBox="-84 -84 168 168"
          role="img"
          aria-label={
            hasCounts
              ? translate('bigscreen.statusWords', { total, online, onlinePart, offline, offlinePart })
              : translate('bigscreen.status')
          }
        >
          <circle className={css.ringHalo} r={80} />
          <circle className={css.ringTrack} r={RADIUS} />
          {total > 0 && (
            <circle
              className={css.ringOffline}
              r={RADIUS}
              strokeDasharray={`${arcOf(offline)} ${ROUND}`}
              transform={`rotate(${(length / ROUND) * 360 - 90})`}
            />
          )}
          <circle
            className={css.ringOnline}
            r={RADIUS}
            strokeDasharray={`${length} ${ROUND}`}
            transform="rotate(-90)"
          />
          <text className={css.ringTotal} y={6} data-length={lengthOf(total, LONG, LONGER)}>
            {known ? total.toLocaleString('en-US') : '—'}
          </text>
          <text className={css.ringWord} y={30}>
            {translate('bigscreen.total')}
          </text>
        </svg>
        <dl className={css.states}>
          <State
            status="online"
            word={translate('bigscreen.online')}
            part={onlinePart}
            count={hasCounts ? online : null}
            unit={translate('bigscreen.unit', { smart_count: online })}
          />
          <State
            status="offline"
            word={translate('bigscreen.offline')}
            part={offlinePart}
            count={hasCounts ? offline : null}
            unit={translate('bigscreen.unit', { smart_count: offline })}
          />
        </dl>
      </div>
    </FramedPanel>
  )
})

function State({
  status,
  word,
  part,
  count,
  unit,
}: {
  status: 'online' | 'offline'
  word: string
  part: string
  count: number | null
  unit: string
}) {
  return (
    <div className={css.state} data-status={status}>
      <dt>
        <StatusMark status={status} />
        {word}
        {count !== null && <b>{part}</b>}
      </dt>
      <Figure count={count} unit={unit} />
    </div>
  )
}

/** Formats a share in percent, "66.67 %", by default with two decimals; 0 if `all` is 0. */
export const partText = (count: number, all: number, decimals = 2): string =>
  `${(all === 0 ? 0 : (100 * count) / all).toFixed(decimals)} %`
