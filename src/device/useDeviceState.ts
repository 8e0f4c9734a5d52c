import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { deviceState } from '../../dataProvider/calls/oneDevice.ts'
import { readFrame, type DeviceState, type FeedMessage, type NodeState } from '../../dataProvider/normalise.ts'
import { useDeviceFeed } from '../monitor/dialogs/useDeviceFeed.ts'
import { REAL_TIME } from '../live/usePoll.ts'

/** Loads one device, polled every 10 s while the tab is visible; null if the user may see no device with this id. */
export const useDeviceState = (id: number) =>
  useQuery({
    queryKey: ['live', 'device', id],
    queryFn: ({ signal }) => deviceState(id, signal),
    refetchInterval: REAL_TIME.every,
    refetchOnWindowFocus: true,
    staleTime: 0,
    retry: false,
  })

/**
 * Returns the device with the values that its own feed delivered between the polls. A value is never replaced by an
 * older one.
 */
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

/** Returns a polled device whose nodes have the newest value of poll and feed. */
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
