import { Switch } from '@mui/material'
import { useDataProvider, useNotify, useTranslate } from 'ra-core'
import { useState } from 'react'
import { mayUse } from '../../../resources/kit/access.ts'
import { titleOf } from '../../../resources/kit/named.ts'
import { isEmpty } from '../../../resources/kit/validate.ts'
import type { Row } from '../../../dataProvider/rows.ts'
import { useSaved } from '../../admin/useSaved.ts'
import type { CellProps } from '../../admin/fields/cell.ts'
import { useLabel } from '../../admin/fields/useLabel.ts'
import { messageOf, useCaller } from '../../kit/index.ts'
import fieldsCss from '../../admin/fields/fields.module.css'

/** A flag that is thrown in the list, by who may edit the record; a word for everybody else. */
export const SwitchCell = (cell: CellProps) => <FlagSwitch cell={cell} on={1} />

/** A flag that means the opposite of what its label says: is_stop under "Running". */
export const InvertedSwitchCell = (cell: CellProps) => <FlagSwitch cell={cell} on={0} />

function FlagSwitch({ cell: { resource, name, field, value, row, still }, on }: { cell: CellProps; on: 0 | 1 }) {
  const translate = useTranslate()
  const pick = useLabel()
  const notify = useNotify()
  const dataProvider = useDataProvider()
  const saved = useSaved()
  const caller = useCaller()
  const [pending, setPending] = useState<boolean | null>(null)
  const checked = pending ?? Number(value) === on
  if (pending === null && isEmpty(value)) return <span className={fieldsCss.cellNone}>—</span>
  if (still || !mayUse(caller, resource, 'edit')) return <span>{translate(checked ? 'crud.yes' : 'crud.no')}</span>

  const change = async (next: boolean) => {
    if (pending !== null) return
    setPending(next)
    try {
      await dataProvider.update<Row>(resource.path, {
        id: Number(row['id']),
        data: { [name]: next ? on : 1 - on },
        previousData: row as Row,
      })
      await saved(resource.path)
    } catch (failure) {
      const text = messageOf(failure, translate)
      notify(text, { type: 'error', messageArgs: { _: text } })
    } finally {
      setPending(null)
    }
  }
  return (
    <Switch
      checked={checked}
      onChange={(_event, next) => void change(next)}
      // A click on the row opens it.
      onClick={(event) => event.stopPropagation()}
      slotProps={{
        input: { 'aria-label': `${pick(field.label)}: ${titleOf(resource, row)}`, 'aria-busy': pending !== null },
      }}
    />
  )
}
