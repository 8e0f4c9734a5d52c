import { Button, DialogActions, DialogContent } from '@mui/material'
import { clsx } from 'clsx'
import { useTranslate } from 'react-admin'
import { useId } from 'react'
import type { Row } from '../../../dataProvider/rows.ts'
import type { Resource } from '../../../resources/kit/define.ts'
import type { Values } from '../../../resources/kit/validate.ts'
import { Cell } from '../fields/columns.tsx'
import { Dialog, useCaller } from '../../kit/index.ts'
import { differencesOf } from './merged.ts'
import { useResourceWords } from '../words.ts'
import css from './form.module.css'

interface StaleDialogProps {
  resource: Resource
  /** The record as it was opened, as it is on the platform, and as it is in the form. */
  base: Row
  current: Row
  mine: Values
  onKeep: () => void
  onTake: () => void
  onClose: () => void
}

/**
 * Conflict of two users' changes to a record: shows both versions field by field, and asks which one stays. Nothing is
 * overwritten without asking.
 */
export function StaleDialog({ resource, base, current, mine, onKeep, onTake, onClose }: StaleDialogProps) {
  const translate = useTranslate()
  const caller = useCaller()
  const words = useResourceWords(resource)
  const id = useId()
  const differences = differencesOf(resource, caller, base, current, mine)
  return (
    <Dialog
      title={translate('crud.stale.title')}
      width={560}
      onClose={onClose}
      role="alertdialog"
      aria-describedby={`${id}-text`}
      className={clsx(css.confirm, css.stale)}
      framed
    >
      <DialogContent>
        <p id={`${id}-text`}>{translate('crud.stale.text', { noun: words.noun })}</p>
        {differences.length === 0 ? (
          <p>{translate('crud.stale.none')}</p>
        ) : (
          <table>
            <thead>
              <tr>
                <th scope="col">{translate('crud.stale.field')}</th>
                <th scope="col">{translate('crud.stale.theirs')}</th>
                <th scope="col">{translate('crud.stale.mine')}</th>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ name, theirs, mine: own }) => (
                <tr key={name}>
                  <th scope="row">{words.label(name)}</th>
                  <td>
                    <Cell resource={resource} name={name} row={{ ...current, [name]: theirs }} />
                  </td>
                  <td>
                    {own === undefined ? (
                      <span className={css.untouched}>{translate('crud.stale.untouched')}</span>
                    ) : (
                      <Cell resource={resource} name={name} row={{ ...current, ...mine, [name]: own }} />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          {translate('crud.cancel')}
        </Button>
        <Button variant="outlined" onClick={onTake}>
          {translate('crud.stale.take')}
        </Button>
        <Button variant="contained" color="primary" onClick={onKeep}>
          {translate('crud.stale.keep')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
