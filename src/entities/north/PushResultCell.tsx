import { clsx } from 'clsx'
import { useTranslate } from 'react-admin'
import { Link, useLocation } from 'react-router-dom'
import { isEmpty } from '../../../resources/kit/validate.ts'
import type { CellProps } from '../../admin/fields/cell.ts'
import { Badge } from '../../kit/index.ts'
import textCss from '../../kit/text.module.css'
import tableCss from '../../admin/list/table/table.module.css'
import fieldsCss from '../../admin/fields/fields.module.css'

/** Result of an interface's last push, by word and colour; opens the full result. */
export function PushResultCell({ resource, value, row }: CellProps) {
  const translate = useTranslate()
  const { search } = useLocation()
  if (isEmpty(value)) return <span className={fieldsCss.cellNone}>—</span>
  const ok = row['last_ok'] === undefined ? null : Number(row['last_ok']) === 1
  const text = String(value)
  return (
    <span className={fieldsCss.cellState} data-part="state">
      {ok !== null && <Badge tone={ok ? 'online' : 'alarm'}>{translate(ok ? 'north.ok' : 'north.failed')}</Badge>}
      <Link
        className={clsx(tableCss.link, textCss.ellipsis, tableCss.cut)}
        to={{ pathname: `/${resource.path}/${String(row['id'])}/push`, search }}
        title={text}
        onClick={(event) => event.stopPropagation()}
      >
        {text}
      </Link>
    </span>
  )
}
