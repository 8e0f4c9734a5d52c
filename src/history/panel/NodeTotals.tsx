import { clsx } from 'clsx'
import { useTranslate } from 'react-admin'
import { swatchOf } from '../../chart/colors.ts'
import { axisOf } from '../../chart/model.ts'
import { ToggleChip } from '../../kit/buttons.tsx'
import { useMode } from '../../kit/theme/useMode.ts'
import { HOUR } from '../../../resources/kit/zone.ts'
import textCss from '../../kit/text.module.css'
import chartCss from '../../chart/chart.module.css'
import type { HistoryNode } from './nodeLines.ts'
import historyCss from '../history.module.css'
import css from './answers.module.css'

interface NodesProps {
  nodes: readonly HistoryNode[]
  shownIds: ReadonlySet<number>
}

/** Toggles lines. Choosing a line of another unit replaces the drawn ones. */
export function NodeChips({ nodes, shownIds, onToggle }: NodesProps & { onToggle: (id: number) => void }) {
  const translate = useTranslate()
  const drawn = nodes.find(({ id }) => shownIds.has(id))?.line
  const axis = drawn && axisOf(drawn)
  return (
    <span className={historyCss.chips} data-part="chips" role="group" aria-label={translate('history.lines')}>
      {nodes.map(({ id, line, drawable }) => (
        <ToggleChip
          key={id}
          on={shownIds.has(id)}
          disabled={!drawable}
          title={drawable ? undefined : translate('history.words')}
          onClick={() => onToggle(id)}
        >
          {shownIds.has(id) && <Swatch color={line.color} />}
          <span className={textCss.ellipsis} title={line.label}>
            {axisOf(line) === axis ? line.label : `${line.label} ${line.unit}`.trim()}
          </span>
        </ToggleChip>
      ))}
    </span>
  )
}

/** Minimum, maximum and mean of each node over all samples of the span; for a switch how long it was on. */
export function NodeTotals({ nodes, shownIds }: NodesProps) {
  const translate = useTranslate()
  return (
    <table className={css.totals} data-part="totals">
      <thead>
        <tr>
          <th scope="col">{translate('history.node')}</th>
          <th scope="col">{translate('history.min')}</th>
          <th scope="col">{translate('history.max')}</th>
          <th scope="col">{translate('history.avg')}</th>
        </tr>
      </thead>
      <tbody>
        {nodes.map(({ id, line, min, max, avg, on }) => (
          <tr key={id}>
            <th scope="row" title={`${line.label} ${line.unit}`.trim()}>
              <span className={css.totalsName}>
                <Swatch color={shownIds.has(id) ? line.color : '--border-strong'} />
                <span className={textCss.ellipsis}>{line.label}</span>
                <small className={textCss.ellipsis}>{line.unit}</small>
              </span>
            </th>
            {line.positions ? (
              <td colSpan={3}>{on === null ? '—' : translate('history.hoursOn', { hours: (on / HOUR).toFixed(1) })}</td>
            ) : (
              <>
                <td>{min}</td>
                <td>{max}</td>
                <td>{avg}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Swatch({ color }: { color: string }) {
  // Renders again when the theme changes, since the colour is read from it.
  useMode()
  return <i className={clsx(chartCss.swatch, css.totalsSwatch)} style={{ background: swatchOf(color) }} />
}
