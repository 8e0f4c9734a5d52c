import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { platformNow } from '../../../../dataProvider/clock.ts'
import { reportedSpans } from '../../../../dataProvider/calls/hj212.ts'
import { FACTORS } from '../../../../resources/hj212.ts'
import { formatFullTime, formatNumber } from '../../../admin/fields/formats.ts'
import { useLabel } from '../../../admin/fields/useLabel.ts'
import { EmptyState } from '../../../kit/index.ts'
import { DAY } from '../../../../resources/kit/zone.ts'
import tableCss from '../../../admin/list/table/table.module.css'
import formCss from '../../../admin/form/form.module.css'
import fieldsCss from '../../../admin/fields/fields.module.css'
import { QueryContent } from '../QueryContent.tsx'
import css from '../device.module.css'
import { useZone } from '../../../kit/hooks/useZone.ts'
import { useLateWords } from '../../../kit/hooks/useLateWords.ts'

const COLUMNS = ['at', 'factor', 'min', 'avg', 'max', 'flag', 'own'] as const

/** Hourly values that a station reports for the last 24 hours, newest first, beside the platform's own means. */
export function StationHours({ id }: { id: number }) {
  const zone = useZone()
  const translate = useLateWords('station')
  const pick = useLabel()
  const query = useQuery({
    queryKey: ['hj212', id, 'hours'],
    queryFn: ({ signal }) => reportedSpans(id, '2061', platformNow() - DAY, platformNow(), signal),
    retry: false,
  })
  const shown = (value: number | null) =>
    value === null ? <span className={fieldsCss.cellNone}>—</span> : formatNumber(value)
  return (
    <section className={formCss.section}>
      <h3 className={css.heading}>{translate('station.hours')}</h3>
      <QueryContent query={query}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title={translate('station.noHours')} />
          ) : (
            <div className={css.table}>
              <table className={clsx(tableCss.table, css.rowsTable)}>
                <thead>
                  <tr>
                    {COLUMNS.map((column) => (
                      <th key={column} scope="col">
                        {translate(`station.${column}`)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.toReversed().map((row) => (
                    <tr key={`${row.t} ${row.factor}`}>
                      <td>{formatFullTime(row.t, zone)}</td>
                      <td>
                        {`${row.factor} ${FACTORS[row.factor] ? pick(FACTORS[row.factor] ?? ['', '', '']) : ''}`.trim()}
                      </td>
                      <td>{shown(row.min)}</td>
                      <td>{shown(row.avg)}</td>
                      <td>{shown(row.max)}</td>
                      <td>{row.flag ?? <span className={fieldsCss.cellNone}>—</span>}</td>
                      <td className={row.differs === 1 ? css.stationDiffers : undefined}>
                        {shown(row.own)}
                        {row.differs === 1 && ` · ${translate('station.differs')}`}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </QueryContent>
    </section>
  )
}
