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

/** How often it is asked who has an alarm, ms, as in the inbox: that a colleague takes one changes nothing of the device. */
export const POLL_INTERVAL_MS = 15_000

interface Standing {
  /** Takes it; null where somebody has taken it, and where that is on its way or just done. What the platform refused can be done again. */
  take: (() => void) | null
  /** Who has it, in words; null: nobody, or nobody knows. */
  owner: string | null
}

/**
 * Who has an open alarm of the device, and how it is taken, by its number. What was done is sent, and offered to be taken back, as from any page
 * (alarms/WaitingActs.tsx); after that, and where a colleague was faster, it is asked anew who has which.
 */
export function useTake({ id: device, thre_list }: DeviceState, allowed: boolean): (id: number) => Standing {
  const translate = useTranslate()
  const user = useCaller().id
  const works = useExtensions()?.has('alarmwork') === true
  const queue = useQueue(user)
  /** By id, the version that was taken, and by which act: until the list is told anew it has that one still. */
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
