import { useGetOne, useTranslate } from 'react-admin'
import type { Row } from '../../../dataProvider/rows.ts'
import { WireError } from '../../../dataProvider/http.ts'
import { readRoster } from '../../../resources/kit/duty/record.ts'
import { titleOf } from '../../../resources/kit/named.ts'
import { MissingDialog } from '../../admin/dialogs/MissingDialog.tsx'
import type { DialogSlotProps } from '../../admin/fields/slotProps.ts'
import { useLabel } from '../../admin/fields/useLabel.ts'
import { Dialog, InlineError, TextSkeleton } from '../../kit/index.ts'
import { useZone } from '../../kit/hooks/useZone.ts'
import { useClock } from '../../live/useClock.ts'
import { OnCallDays } from './OnCallDays.tsx'
import { usePeople } from './usePeople.ts'

const DAYS = 28

/** Who is on call in the coming weeks. */
export default function OnCallDialog({ resource, id, label, onClose }: DialogSlotProps) {
  const translate = useTranslate()
  const pick = useLabel()
  const zone = useZone()
  const now = useClock(60_000)
  const { nameOf } = usePeople(null)
  const { data, error, refetch } = useGetOne<Row>(resource.path, { id }, { retry: false })
  if (error instanceof WireError && error.status === 404) return <MissingDialog resource={resource} onClose={onClose} />
  const roster = data && readRoster(data)
  return (
    <Dialog title={pick(label)} named={data && titleOf(resource, data)} width={760} onClose={onClose}>
      {error ? (
        <InlineError error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <TextSkeleton />
      ) : roster ? (
        <OnCallDays roster={roster} zone={zone} now={now} days={DAYS} nameOf={nameOf} />
      ) : (
        <p>{translate('duty.incomplete')}</p>
      )}
    </Dialog>
  )
}
