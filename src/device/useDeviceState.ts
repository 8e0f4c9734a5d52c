import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { deviceState } from '../../dataProvider/calls/oneDevice.ts'
import { readFrame, type DeviceState, type FeedMessage, type NodeState } from '../../dataProvider/normalise.ts'
import { useDeviceFeed } from '../monitor/dialogs/useDeviceFeed.ts'
import { REAL_TIME } from '../live/usePoll.ts'

/** One device as the platform has it, asked for every 10 s while the tab is shown; null where the user sees none of this number. */
export const useDeviceState = (id: number) =>
  useQuery({
    queryKey: ['live', 'device', id],
    queryFn: ({ signal }) => deviceState(id, signal),
    refetchInterval: REAL_TIME.every,
    refetchOnWindowFocus: true,
    staleTime: 0,
    retry: false,
  })

/** The same device as its own feed moves it between the polls. Never back in time. */
export function useMovedDevice(polled: DeviceState) {
  const { id, sn } = polled
  const [pushed, setPushed] = useState<ReadonlyMap<number, Sample>>(new Map())
  const { state: feed } = useDeviceFeed(sn, (frame) => {
    const messages = readFrame(frame).filter(
      ({ deviceid, sn: sender }) => deviceid === id || (deviceid === null && sender === sn),
    )
    if (messages.length > 0) setPushed((before) => newer(before, messages))
  })
  return { device: useMemo(() => newest(polled, pushed), [polled, pushed]), feed }
}

type Sample = Pick<NodeState, 'value' | 'at'>

/** A device as it is polled, its nodes at the newest that the poll or the feed said. */
export const newest = (polled: DeviceState, pushed: ReadonlyMap<number, Sample>): DeviceState => ({
  ...polled,
  nodes: polled.nodes.map((node) => {
    const sample = pushed.get(node.id)
    const later = sample !== undefined && (node.at === null ? node.value === null : (sample.at ?? 0) > node.at)
    return later ? { ...node, value: sample.value, at: sample.at } : node
  }),
})

function newer(before: ReadonlyMap<number, Sample>, messages: readonly FeedMessage[]): ReadonlyMap<number, Sample> {
  const next = new Map(before)
  for (const { t, values } of messages)
    for (const { id, value } of values) if ((next.get(id)?.at ?? 0) <= t) next.set(id, { value, at: t })
  return next
}
