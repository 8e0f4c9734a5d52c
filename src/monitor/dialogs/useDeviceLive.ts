import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { deviceStates } from '../../../dataProvider/calls.ts'
import { readFrame, type DeviceState, type FeedMessage, type NodeState } from '../../../dataProvider/normalise.ts'
import { REAL_TIME } from '../../live/usePoll.ts'
import { useDeviceFeed } from './useDeviceFeed.ts'

/**
 * One device while its dialog is open and the list stands still: its area is asked for every 10 s while the tab is shown, and its own feed moves it in
 * between. Never back in time.
 */
export function useDeviceLive(listed: DeviceState) {
  const { id, district_id: area } = listed
  const [pushed, setPushed] = useState<ReadonlyMap<number, Sample>>(new Map())
  const poll = useQuery({
    queryKey: ['live', 'device', id],
    queryFn: async ({ signal }) => (await deviceStates(area, signal)).find((device) => device.id === id) ?? null,
    refetchInterval: REAL_TIME.every,
    refetchOnWindowFocus: true,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const { state: feed } = useDeviceFeed(listed.sn, (frame) => {
    const messages = readFrame(frame).filter(
      ({ deviceid, sn }) => deviceid === id || (deviceid === null && sn === listed.sn),
    )
    if (messages.length > 0) setPushed((before) => newer(before, messages))
  })
  const device = useMemo(() => newest(poll.data ?? listed, listed, pushed), [poll.data, listed, pushed])
  return { device, feed, error: poll.error, refresh: () => void poll.refetch() }
}

type Sample = Pick<NodeState, 'value' | 'at'>

/** A device as it is polled, its nodes at the newest that the poll, the list or the feed said. */
export function newest(polled: DeviceState, listed: DeviceState, pushed: ReadonlyMap<number, Sample>): DeviceState {
  const known = new Map(listed.nodes.map((node) => [node.id, node]))
  const nodes = polled.nodes.map((node) => {
    const samples = [known.get(node.id), pushed.get(node.id)].filter((sample) => sample !== undefined)
    const later = samples.reduce<Sample>(
      (best, sample) =>
        (sample.at ?? 0) > (best.at ?? (best.value === null ? -1 : Number.POSITIVE_INFINITY)) ? sample : best,
      node,
    )
    return later === node ? node : { ...node, value: later.value, at: later.at }
  })
  return { ...polled, nodes }
}

function newer(before: ReadonlyMap<number, Sample>, messages: readonly FeedMessage[]): ReadonlyMap<number, Sample> {
  const next = new Map(before)
  for (const { t, values } of messages)
    for (const { id, value } of values) if ((next.get(id)?.at ?? 0) <= t) next.set(id, { value, at: t })
  return next
}
