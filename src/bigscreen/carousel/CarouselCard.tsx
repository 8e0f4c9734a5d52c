import { clsx } from 'clsx'
import { useTranslate } from 'react-admin'
import { memo } from 'react'
import type { NodeState } from '../../../dataProvider/normalise.ts'
import { Plate } from '../../environment/Plate.tsx'
import type { StationVerdict } from '../../environment/verdict.ts'
import { rangePart } from '../../../resources/kit/reading.ts'
import { useReading } from '../../live/sparklines/resolution.ts'
import { StatusMark } from '../../kit/index.ts'
import { isAlarmNode, plateState, stateWords, useShownDevice } from '../../live/display.ts'
import textCss from '../../kit/text.module.css'
import { MAX_VALUES } from './slides.ts'
import css from './carousel.module.css'
import bigscreenCss from '../bigscreen.module.css'

/** With more values than this they are set closer together, without their bars. */
const ROOMY = 7

interface CarouselCardProps {
  id: number
  part: number
  /** The station's verdict; undefined if it is not judged. */
  verdict: StationVerdict | undefined
}

/**
 * A device with its class and the last values of its nodes; a device with many nodes has several cards, each with a
 * part of them.
 */
export const CarouselCard = memo(function CarouselCard({ id, part, verdict }: CarouselCardProps) {
  const translate = useTranslate()
  const shown = useShownDevice(id)
  if (!shown) return null
  const { device, status, area, measured, at, now, zone } = shown
  const parts = Math.ceil(device.nodes.length / MAX_VALUES)
  const nodes = device.nodes.slice(part * MAX_VALUES, (part + 1) * MAX_VALUES)
  const name = parts > 1 ? translate('bigscreen.partOf', { name: device.name, part: part + 1, parts }) : device.name
  const when = at === null ? null : zone.day(at) === zone.day(now) ? zone.clock(at) : zone.full(at).slice(5, 16)
  // The alarm is visible by colour and by the red value; this line explains why values may be old.
  const words = stateWords({ ...shown, abnormal: false }, null, translate)
  const below = status === 'online' || status === 'alarm' || status === 'unknown' ? when : words
  return (
    <article
      className={css.card}
      data-alarm={measured || undefined}
      data-status={status}
      data-close={nodes.length > ROOMY || undefined}
      aria-label={name}
    >
      <h3 title={words}>
        <StatusMark status={status} label={translate(`shell.status.${status}`)} halo={status === 'online'} />
        <span className={clsx(textCss.ellipsis, css.cardText)}>{name}</span>
      </h3>
      <p data-lines={below === words || undefined}>
        {area !== null && <span className={clsx(textCss.ellipsis, css.cardText)}>{area}</span>}
        <span>{below}</span>
        {verdict && (
          <span className={css.judged}>
            <Plate verdict={verdict} {...plateState(shown)} />
          </span>
        )}
      </p>
      <dl>
        {nodes.map((node) => (
          <Value key={node.id} node={node} alarm={isAlarmNode(shown, node)} />
        ))}
      </dl>
      {nodes.length === 0 && <p>{translate('monitor.card.noNodes')}</p>}
    </article>
  )
})

/** Memoised: in a device with many values only the changed ones render again. */
const Value = memo(function Value({ node, alarm }: { node: NodeState; alarm: boolean }) {
  const translate = useTranslate()
  const reading = useReading(node)
  const part = reading.kind === 'switch' ? (reading.on ? 1 : 0) : reading.kind === 'none' ? 0 : rangePart(node)
  const text = {
    number: () => ('text' in reading ? reading.text : ''),
    text: () => ('text' in reading ? reading.text : ''),
    switch: () => translate('on' in reading && reading.on ? 'monitor.node.on' : 'monitor.node.off'),
    none: () => '—',
  }[reading.kind]()
  return (
    <div
      className={css.value}
      data-alarm={alarm || undefined}
      data-kind={reading.kind}
      data-on={(reading.kind === 'switch' && reading.on) || undefined}
    >
      <dt className={clsx(textCss.ellipsis, css.cardText)} title={node.alias}>
        {node.alias}
      </dt>
      <dd title={reading.kind === 'none' ? translate(`monitor.node.${reading.reason}`) : undefined}>
        <span>{text}</span>
        {reading.kind === 'number' && node.unitname && <small>{node.unitname}</small>}
      </dd>
      <i className={clsx(bigscreenCss.bar, css.valueBar)} aria-hidden>
        {part !== null && <i style={{ width: `${100 * part}%` }} />}
      </i>
    </div>
  )
})
