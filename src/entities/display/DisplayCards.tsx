import { clsx } from 'clsx'
import { ImageOff } from 'lucide-react'
import { useListContext, useTranslate } from 'react-admin'
import type { Row } from '../../../dataProvider/rows.ts'
import { parsed } from '../../../resources/kit/types/checks.ts'
import { hasRowActions } from '../../admin/rights.ts'
import { RowActions } from '../../admin/list/table/RowActions.tsx'
import { useResourceWords } from '../../admin/words.ts'
import { useEntity } from '../../admin/EntityContext.tsx'
import { Cell } from '../../admin/fields/columns.tsx'
import type { ViewSlotProps } from '../../admin/fields/slotProps.ts'
import { Badge } from '../../kit/index.ts'
import { isOnTop } from './useMakeTop.ts'
import css from './display.module.css'

/** Display screens as cards: the cover, name and facts, and the actions. */
export default function DisplayCards({ onDelete }: ViewSlotProps) {
  const { resource } = useEntity()
  const { data = [] } = useListContext<Row>()
  const words = useResourceWords(resource)
  return (
    <ul className={css.cards} aria-label={words.name}>
      {data.map((row) => (
        <li key={row.id}>
          <Card row={row} onDelete={onDelete} />
        </li>
      ))}
    </ul>
  )
}

function Card({ row, onDelete }: ViewSlotProps & { row: Row }) {
  const translate = useTranslate()
  const { resource, rights, columns, open } = useEntity()
  const name = String(row['name'] ?? row.id)
  return (
    <article className={css.card} aria-label={name}>
      <Cover row={row} />
      <div className={css.text}>
        <h2 title={name}>{name}</h2>
        <p>
          {String(row['resolution'] ?? '')}
          <span className={css.area}>
            <Cell resource={resource} name="district_id" row={row} />
          </span>
        </p>
        {columns.some((column) => column.name === 'project_id' || column.second === 'project_id') && (
          <p>
            <Cell resource={resource} name="project_id" row={row} />
          </p>
        )}
      </div>
      <div className={css.foot}>
        {isOnTop(row) && <Badge tone="info">{translate('display.isTop')}</Badge>}
        <span className={css.actions}>
          {hasRowActions(rights) && (
            <RowActions resource={resource} row={row} rights={rights} onOpen={open} onDelete={onDelete} />
          )}
        </span>
      </div>
    </article>
  )
}

function Cover({ row }: { row: Row }) {
  const translate = useTranslate()
  const path = coverOf(row)
  if (path !== '') return <img className={css.cover} src={path} alt="" loading="lazy" />
  return (
    <div className={clsx(css.cover, css.none)}>
      <ImageOff size={20} strokeWidth={1.75} aria-hidden />
      {translate('display.noCover')}
    </div>
  )
}

/**
 * Returns the cover; without one, the background picture of the screen if it is on this host: pictures of other hosts
 * are not fetched.
 */
function coverOf(row: Row): string {
  const cover = String(row['imginfo'] ?? '')
  if (cover !== '') return cover
  const data = parsed(row['jsondata']) as { main?: { background?: unknown } | null } | null | undefined
  const background = data?.main?.background
  return typeof background === 'string' && /^\/[^/]\S*$/.test(background) ? background : ''
}
