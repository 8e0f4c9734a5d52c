import { useTranslate } from 'ra-core'
import { Fragment, useState, type ReactNode } from 'react'
import css from './fields.module.css'

/** Names in a row. Of many, where they are read at leisure, the first stand there with how many more there are, which unfold. */
export function JoinedNames({ names, folded = false }: { names: readonly ReactNode[]; folded?: boolean }) {
  const translate = useTranslate()
  const [open, setOpen] = useState(false)
  const hidden = folded ? names.length - FEW : 0
  return (
    <>
      {(hidden > 0 && !open ? names.slice(0, FEW) : names).map((name, index) => (
        <Fragment key={index}>
          {index > 0 && translate('crud.comma')}
          {name}
        </Fragment>
      ))}
      {hidden > 0 && (
        <button type="button" className={css.cellMore} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? translate('crud.fewer') : `+${hidden}`}
        </button>
      )}
    </>
  )
}

/** Stands for names that are on their way; a dash where they did not come. */
export const NoNames = ({ waiting }: { waiting: boolean }) => (
  <span className={css.cellNone}>{waiting ? '…' : '—'}</span>
)

/** So many names are read at a glance. */
const FEW = 4
