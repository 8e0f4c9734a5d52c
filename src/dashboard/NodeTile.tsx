import { clsx } from 'clsx'
import { Siren } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { memo } from 'react'
import type { NodeState } from '../../dataProvider/normalise.ts'
import { formatNumber } from '../admin/fields/formats.ts'
import { rangePart, readNode } from '../../resources/kit/reading.ts'
import { NodeIcon } from '../monitor/list/NodeLine.tsx'
import { NodeValue } from '../monitor/list/NodeValue.tsx'
import css from './live.module.css'
import textCss from '../kit/text.module.css'

/** A node's latest value, and where it lies between the ends of its range. */
export const NodeTile = memo(function NodeTile({ node, alarm }: { node: NodeState; alarm: boolean }) {
  const translate = useTranslate()
  const { alias, unitname, imginfo, min_value: min, max_value: max } = node
  const reading = readNode(node)
  const part = reading.kind === 'switch' ? null : rangePart(node)
  return (
    <li className={css.tile} data-alarm={alarm || undefined}>
      <span className={css.tileName}>
        <NodeIcon alias={alias} unitname={unitname} imginfo={imginfo} isSwitch={reading.kind === 'switch'} />
        <span className={textCss.ellipsis} title={alias}>
          {alias}
        </span>
        {alarm && (
          <Siren
            className={css.tileSiren}
            size={14}
            strokeWidth={1.9}
            role="img"
            aria-label={translate('dashboard.inAlarm')}
          />
        )}
      </span>
      <span className={css.tileValue}>
        <NodeValue node={node} alarm={alarm} />
        {reading.kind !== 'switch' && <small title={unitname}>{unitname}</small>}
      </span>
      {min !== null && max !== null && max > min && reading.kind !== 'switch' && (
        <>
          <span className={clsx(css.track, alarm && css.trackAlarm)} aria-hidden="true">
            {part !== null && <i style={{ width: `${(part * 100).toFixed(1)}%` }} />}
          </span>
          <span
            className={css.ends}
            role="img"
            aria-label={translate('dashboard.range', { min: formatNumber(min), max: formatNumber(max) })}
          >
            <span aria-hidden="true">{formatNumber(min)}</span>
            <span aria-hidden="true">{formatNumber(max)}</span>
          </span>
        </>
      )}
    </li>
  )
})
