import { useTranslate } from 'react-admin'
import { Fragment, useState, type ReactNode } from 'react'
import css from './fields.module.css'

/** A line of names. With `folded`, a long list shows the first ones and a count that expands the rest. */
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

/** Placeholder for names that are loading; a dash where loading failed. */
export const NoNames = ({ waiting }: { waiting: boolean }) => (
  <span className={css.cellNone}>{waiting ? '…' : '—'}</span>
)

/** Number of names that are readable at a glance. */
const FEW = 4
