import { clsx } from 'clsx'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { resourceOf } from '../../../resources/index.ts'
import { mayUse, type Caller } from '../../../resources/kit/access.ts'
import type { Field, Resource } from '../../../resources/kit/define.ts'
import { refIds } from '../../../resources/kit/tree.ts'
import { isShown, type Values } from '../../../resources/kit/validate.ts'
import { JoinedNames, NoNames } from '../fields/JoinedNames.tsx'
import { useNamesOf } from '../fields/names.ts'
import { useCaller } from '../../kit/index.ts'
import tableCss from '../list/table/table.module.css'
import textCss from '../../kit/text.module.css'

/**
 * Returns the resource that a field's value links to; null where the value names no record, or one that the caller may
 * not open.
 */
export function useLinked(field: Field | undefined, row: Values): Resource | null {
  const caller = useCaller()
  if (field?.type !== 'ref' || !isShown(field, row)) return null
  const target = resourceOf(field.to)
  return opens(caller, target) ? target : null
}

/** Whether a caller may open a record's dialog by its address. */
export const opens = (caller: Caller, target: Resource): boolean =>
  target.screen && target.within === undefined && mayUse(caller, target, 'edit')

/**
 * Names of the records that a value refers to, each a link to its record; a click on one does not open the surrounding
 * row.
 */
export function RefLinks({ target, value, folded = false }: { target: Resource; value: unknown; folded?: boolean }) {
  const translate = useTranslate()
  const { names: text, isPending } = useNamesOf(target, value)
  if (!text) return <NoNames waiting={isPending} />
  const ids = refIds(target, value)
  return (
    <span className={clsx(textCss.ellipsis, tableCss.cut)} title={text.join(translate('crud.comma'))}>
      <JoinedNames
        folded={folded}
        names={ids.map((id, index) =>
          id === target.tree?.root ? (
            text[index]
          ) : (
            <Link
              key={id}
              className={tableCss.ref}
              data-part="ref"
              to={`/${target.path}/${id}`}
              onClick={(event) => event.stopPropagation()}
            >
              {text[index]}
            </Link>
          ),
        )}
      />
    </span>
  )
}
