import { useTranslate } from 'ra-core'
import type { FieldChange } from '../../dataProvider/operations.ts'
import type { Zone } from '../kit/zones.ts'
import { askerOf, outcomeWords } from '../live/commandWords.ts'

/** Of a command: when it was asked and by whom, and after how long it was confirmed, or why not. */
export function CommandFacts({ changes, zone }: { changes: readonly FieldChange[]; zone: Zone }) {
  const translate = useTranslate()
  return changes.map(({ field, command, node }) =>
    command && node ? (
      <dl key={field} className="operations-command">
        <dt>{translate('control.asked')}</dt>
        <dd>{translate('control.askedBy', { time: zone.full(command.askedAt), name: askerOf(command, translate) })}</dd>
        <dt>{translate('control.outcome')}</dt>
        <dd>{outcomeWords(command, node, translate)}</dd>
      </dl>
    ) : null,
  )
}
