import { IconButton, Tooltip } from '@mui/material'
import { PencilLine } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { lazy, Suspense, useMemo, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { NodeState } from '../../dataProvider/normalise.ts'
import type { HistoryNode } from '../history/panel/nodeLines.ts'
import { ChartSkeleton } from '../kit/index.ts'
import { numberText } from '../../resources/kit/reading.ts'
import { NodeValue } from '../live/nodes/NodeValue.tsx'
import textCss from '../kit/text.module.css'
import { changeInHour } from '../chart/changeInHour.ts'
import { doubtedPoints } from './curve.ts'
import type { NodeChartProps } from './NodeChart.tsx'
import css from './devicePage.module.css'

const NodeChart = lazy(() => import('./NodeChart.tsx'))

interface NodeCardProps extends Omit<NodeChartProps, 'line' | 'doubted' | 'height'> {
  node: NodeState
  /** Its history; absent while it is unknown, or the user may not see it. */
  past: HistoryNode | undefined
  /** The history is loading. */
  waiting: boolean
  alarm: boolean
  /** The judgement of its value. */
  chip?: ReactNode
  /** Address of its whole history; null for a user who may not read it. */
  to: string | null
  /** The node can be set, but this user may not. */
  locked: boolean
  onSet: (() => void) | null
}

/** A node: its current value, how it changed, and its last hours. */
export function NodeCard({ node, past, waiting, alarm, chip, to, locked, onSet, ...chart }: NodeCardProps) {
  const translate = useTranslate()
  const { alias, unitname } = node
  const { range } = chart
  const doubted = useMemo(() => (past ? doubtedPoints(past, range) : []), [past, range])
  const change = past?.drawable && !past.line.positions ? changeInHour(past.line) : null
  const words = change === null || Number(numberText(change, past?.line.decimals)) === 0 ? null : change
  const name = <span className={textCss.ellipsis}>{alias}</span>
  return (
    <li className={css.node} data-alarm={alarm || undefined}>
      <div className={css.nodeHead}>
        {to === null ? (
          <h3 title={alias}>{name}</h3>
        ) : (
          <h3>
            <Tooltip describeChild title={translate('devicePage.toHistory', { name: alias })}>
              <Link to={to}>{name}</Link>
            </Tooltip>
          </h3>
        )}
        {words !== null && (
          <span className={css.small}>
            {`${words > 0 ? '↑' : '↓'} ${numberText(Math.abs(words), past?.line.decimals)} / 1 h`}
          </span>
        )}
      </div>
      <div className={css.nodeNow}>
        <span className={css.nodeValue}>
          <NodeValue node={node} alarm={alarm} locked={locked} />
        </span>
        <small title={unitname}>{unitname}</small>
        <span className={css.cardEnd}>
          {chip}
          {onSet && (
            <Tooltip title={translate('deviceDialogs.set.title', { node: alias })}>
              <IconButton
                size="small"
                aria-label={translate('deviceDialogs.set.title', { node: alias })}
                onClick={onSet}
              >
                <PencilLine size={14} strokeWidth={1.9} aria-hidden />
              </IconButton>
            </Tooltip>
          )}
        </span>
      </div>
      <div className={css.plot} style={{ height: chart.bare ? BARE : PLOT }} aria-hidden="true">
        {past && past.drawable && (past.line.times.length > 0 || doubted.length > 0) ? (
          <Suspense fallback={<ChartSkeleton height={chart.bare ? BARE : PLOT} />}>
            <NodeChart {...chart} line={past.line} doubted={doubted} height={chart.bare ? BARE : PLOT} />
          </Suspense>
        ) : waiting ? (
          <ChartSkeleton height={chart.bare ? BARE : PLOT} />
        ) : (
          <span className={css.noPast}>{translate('chart.noData')}</span>
        )}
      </div>
    </li>
  )
}

/** Heights of the plot, px. */
const PLOT = 120
const BARE = 56
