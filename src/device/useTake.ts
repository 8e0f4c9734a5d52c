import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { openEpisodes } from '../../dataProvider/calls/deviceAlarms.ts'
import { platformNow } from '../../dataProvider/clock.ts'
import { EPISODES } from '../../dataProvider/episodes/calls.ts'
import type { Episode } from '../../dataProvider/episodes/rows.ts'
import type { DeviceState } from '../../dataProvider/normalise.ts'
import { enqueue, useQueue } from '../alarms/inbox/acts/queue.ts'
import { isDropped } from '../alarms/inbox/acts/sending.ts'
import { keyAt } from '../alarms/inbox/acts/useActs.ts'
import { ownerName } from '../alarms/inbox/ownerName.ts'
import { useCaller, useExtensions } from '../kit/index.ts'

/**
 * How often the owners of alarms are polled, ms, as in the inbox: a colleague who takes an alarm changes nothing on the
 * device.
 */
export const POLL_INTERVAL_MS = 15_000

interface Standing {
  /**
   * Takes the alarm; null if it is taken, or while the request is pending or just done. After a refusal by the platform
   * it is available again.
   */
  take: (() => void) | null
  /** The owner as text; null: none, or unknown. */
  owner: string | null
}

/**
 * Returns the owner of each open alarm of the device and a function to take it, by the alarm's id. The act is queued
 * with an undo, as on any page (alarms/WaitingActs.tsx); after that, and if a colleague was faster, the owners are
 * loaded again.
 */
export function useTake({ id: device, thre_list }: DeviceState, allowed: boolean): (id: number) => Standing {
  const translate = useTranslate()
  const user = useCaller().id
  const works = useExtensions()?.has('alarmwork') === true
  const queue = useQueue(user)
  /**
   * By id: the version that was taken, and the key of the act; the list still has that version until it is refetched.
   */
  const [taken, setTaken] = useState<ReadonlyMap<number, { version: number; key: string }>>(new Map())
  const { data = NONE } = useQuery({
    queryKey: [EPISODES, 'open', device, thre_list],
    queryFn: ({ signal }) => openEpisodes(device, signal),
    enabled: allowed && works,
    refetchInterval: POLL_INTERVAL_MS,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return (id) => {
    const episode = data.find((one) => one.id === id)
    if (!episode) return UNKNOWN
    const { assignee_id, roster_id, version, work } = episode
    const isNobodys = assignee_id === null && roster_id === null
    const owner = isNobodys
      ? null
      : translate('inbox.owner', { name: ownerName(episode) || `#${assignee_id ?? roster_id}` })
    const last = taken.get(id)
    const isTaken = last?.version === version && !isDropped(last.key)
    if (work !== 'new' || isTaken || queue.some(({ ids }) => ids.includes(id))) return { take: null, owner }
    const take = () => {
      const at = platformNow()
      const key = keyAt(at)
      enqueue({ key, user, ids: [id], act: 'acknowledge', sent: { version }, about: episode, at })
      setTaken((before) => new Map(before).set(id, { version, key }))
    }
    return { take, owner }
  }
}

const NONE: readonly Episode[] = []
const UNKNOWN: Standing = { take: null, owner: null }
