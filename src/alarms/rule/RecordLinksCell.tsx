import { clsx } from 'clsx'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import { findResource } from '../../../resources/index.ts'
import { mayUse, parseIds } from '../../../resources/kit/access.ts'
import type { CellProps } from '../../admin/fields/cell.ts'
import { Names, NoNames } from '../../admin/fields/Names.tsx'
import { nameIn, useNames } from '../../admin/fields/names.ts'
import { useCaller } from '../../kit/index.ts'
import textCss from '../../kit/text.module.css'
import tableCss from '../../admin/list/table/table.module.css'
import fieldsCss from '../../admin/fields/fields.module.css'

/** Names that are drawn in a table; the others are counted, and named in the tooltip. */
const SHOWN = 2

/** The records a reference names, joined with commas: links for who may open them. */
export function RecordLinksCell(given: CellProps) {
  const { field, value, second, still } = given as unknown as CellProps<'ref'>
  const translate = useTranslate()
  const caller = useCaller()
  const { data: rows, isPending } = useNames(field.to)
  const ids = parseIds(String(value ?? ''))
  if (ids.length === 0) return <span className={fieldsCss.cellNone}>—</span>
  if (!rows) return <NoNames waiting={isPending} />
  const target = findResource(field.to)
  const shown = still ? ids : ids.slice(0, SHOWN)
  // Under a card's title it stands in a button, which holds no links.
  const mayOpen = !second && target?.screen === true && mayUse(caller, target, 'edit')
  const name = (id: number): string => nameIn(field.to, rows, id) ?? `#${id}`
  return (
    <span className={tableCss.links} title={ids.map(name).join(translate('crud.comma'))}>
      <span className={clsx(textCss.ellipsis, tableCss.cut)}>
        <Names
          folded={still}
          names={shown.map((id) =>
            mayOpen ? (
              <Link
                key={id}
                className={tableCss.link}
                to={`/${field.to}/${id}`}
                onClick={(event) => event.stopPropagation()}
              >
                {name(id)}
              </Link>
            ) : (
              name(id)
            ),
          )}
        />
      </span>
      {ids.length > shown.length && (
        <span className={fieldsCss.cellUnit}>
          {translate('alarmConfig.andMore', { count: ids.length - shown.length })}
        </span>
      )}
    </span>
  )
}
