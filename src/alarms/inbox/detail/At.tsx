import { Tooltip } from '@mui/material'
import { useZone } from '../../../chart/useZone.ts'
import { shortMinute } from '../../../live/times.ts'
import { useInbox } from '../InboxContext.ts'

/** A moment, epoch ms, to the minute; in full in the tooltip. */
export function At({ at }: { at: number }) {
  const zone = useZone()
  const { now } = useInbox()
  return (
    <Tooltip describeChild title={zone.full(at)}>
      <time dateTime={new Date(at).toISOString()}>{shortMinute(at, now, zone)}</time>
    </Tooltip>
  )
}
