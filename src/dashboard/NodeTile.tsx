import { clsx } from 'clsx'
import { Siren } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { memo } from 'react'
import type { NodeState } from '../../dataProvider/normalise.ts'
import { formatNumber } from '../admin/fields/formats.ts'
import { rangePart, readNode, shownRange } from '../../resources/kit/reading.ts'
import { NodeIcon } from '../live/nodes/NodeIcon.tsx'
import { NodeValue } from '../live/nodes/NodeValue.tsx'
import css from './live.module.css'
import textCss from '../kit/text.module.css'

/** A node's latest value, and its position within the node's range. */
export const NodeTile = memo(function NodeTile({ node, alarm }: { node: NodeState; alarm: boolean }) {
  const translate = useTranslate()
  const { alias, unitname, imginfo } = node
  const reading = readNode(node)
  const part = reading.kind === 'switch' ? null : rangePart(node)
  const ends = reading.kind === 'switch' ? null : shownRange(node)
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
      {(part !== null || ends !== null) && (
        <>
          <span className={clsx(css.track, alarm && css.trackAlarm)} aria-hidden="true">
            {part !== null && <i style={{ width: `${(part * 100).toFixed(1)}%` }} />}
          </span>
          {ends !== null && (
            <span
              className={css.ends}
              role="img"
              aria-label={translate('dashboard.range', { min: formatNumber(ends[0]), max: formatNumber(ends[1]) })}
            >
              <span aria-hidden="true">{formatNumber(ends[0])}</span>
              <span aria-hidden="true">{formatNumber(ends[1])}</span>
            </span>
          )}
        </>
      )}
    </li>
  )
})
