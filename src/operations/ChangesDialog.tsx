import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { operationDetails, type Operation, type FieldChange } from '../../dataProvider/calls/operations.ts'
import type { Zone } from '../../resources/kit/zone.ts'
import { useZone } from '../chart/useZone.ts'
import { useLabel } from '../admin/fields/useLabel.ts'
import { rawWords, askerOf, outcomeWords } from '../live/commandWords.ts'
import { Dialog, EmptyState, InlineError } from '../kit/index.ts'
import { RowsSkeleton } from '../kit/states/RowsSkeleton.tsx'
import controlsCss from '../kit/controls.module.css'
import { recordKindOf, resourceOfTable, TypeBadge, describeValue } from './words.tsx'
import css from './operations.module.css'

interface ChangesDialogProps {
  id: number
  /**
   * undefined if an address names an operation that is not on the current page of the list: its changes are shown all
   * the same.
   */
  operation: Operation | undefined
  onClose: () => void
}

/** Shows what one operation changed: each field with its old and its new value. The platform masks secrets. */
export function ChangesDialog({ id, operation, onClose }: ChangesDialogProps) {
  const zone = useZone()
  const translate = useTranslate()
  const pick = useLabel()
  const resource = resourceOfTable(operation?.table ?? '')
  const plain = (value: string | null) => describeValue(value, resource, pick) ?? '—'
  const nameOf = (field: string, label: string) =>
    label === field && resource?.fields[field] ? pick(resource.fields[field].label) : label
  const { data, error, refetch } = useQuery({
    queryKey: ['operations', 'details', id],
    queryFn: ({ signal }) => operationDetails(id, signal),
    retry: false,
  })
  const explains = data?.some(({ explained }) => explained !== '') === true
  return (
    <Dialog
      title={[operation && recordKindOf(operation, pick), operation?.explained || translate('operations.changes')]
        .filter(Boolean)
        .join(' · ')}
      width={860}
      onClose={onClose}
    >
      {operation && (
        <p className={css.who}>
          <TypeBadge type={operation.type} />{' '}
          {[operation.userName, operation.at === null ? '' : zone.full(operation.at)].filter(Boolean).join(' · ')}
        </p>
      )}
      {error ? (
        <InlineError error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <RowsSkeleton height={40} rows={4} />
      ) : data.length === 0 ? (
        <EmptyState title={translate('operations.noChanges')} />
      ) : (
        <div className={css.changes}>
          <table className={controlsCss.table} aria-label={translate('operations.changes')}>
            <thead>
              <tr>
                <th scope="col">{translate('operations.field')}</th>
                <th scope="col">{translate('operations.before')}</th>
                <th scope="col">{translate('operations.after')}</th>
                {explains && <th scope="col">{translate('operations.note')}</th>}
              </tr>
            </thead>
            <tbody>
              {data.map(({ field, label, before, after, explained, command, node }) => (
                <tr key={field}>
                  <th scope="row" title={field}>
                    {nameOf(field, label)}
                  </th>
                  <td className={css.old}>
                    {command && node ? rawWords(node, command.from, translate) : plain(before)}
                  </td>
                  <td className={css.new}>{command && node ? rawWords(node, command.to, translate) : plain(after)}</td>
                  {explains && <td>{explained}</td>}
                </tr>
              ))}
            </tbody>
          </table>
          <CommandFacts changes={data} zone={zone} />
        </div>
      )}
    </Dialog>
  )
}

/** For a command: when and by whom it was sent, and after how long it was confirmed, or why it failed. */
function CommandFacts({ changes, zone }: { changes: readonly FieldChange[]; zone: Zone }) {
  const translate = useTranslate()
  return changes.map(({ field, command, node }) =>
    command && node ? (
      <dl key={field} className={css.command}>
        <dt>{translate('control.asked')}</dt>
        <dd>{translate('control.askedBy', { time: zone.full(command.askedAt), name: askerOf(command, translate) })}</dd>
        <dt>{translate('control.outcome')}</dt>
        <dd>{outcomeWords(command, node, translate)}</dd>
      </dl>
    ) : null,
  )
}
