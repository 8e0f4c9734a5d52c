import { clsx } from 'clsx'
import { useTranslate } from 'react-admin'
import { readSteps } from '../../../resources/kit/duty/record.ts'
import type { CellProps } from '../../admin/fields/cell.ts'
import fieldsCss from '../../admin/fields/fields.module.css'
import tableCss from '../../admin/list/table/table.module.css'
import textCss from '../../kit/text.module.css'
import { useStepNames } from './useStepNames.ts'

/** An escalation in one line: after how many minutes it tells whom, and by which way where it is a single one. */
export function StepsCell({ value }: CellProps) {
  const translate = useTranslate()
  const { nameOf } = useStepNames(null)
  const steps = readSteps(value) ?? []
  if (steps.length === 0) return <span className={fieldsCss.cellNone}>—</span>
  const words = steps
    .map(({ after, to, id, way, turn }) => {
      const name = turn === 1 ? translate('duty.nextOf', { name: nameOf(to, id) }) : nameOf(to, id)
      return translate(to === 'level' ? 'duty.lineLevel' : 'duty.line', {
        minutes: after,
        name: way === null ? name : translate('duty.byWay', { name, way: translate(`alarms.ways.${way}`) }),
      })
    })
    .join(translate('crud.comma'))
  return (
    <span className={clsx(textCss.ellipsis, tableCss.cut)} title={words}>
      {words}
    </span>
  )
}
