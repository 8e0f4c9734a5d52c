import { useEffect, useEffectEvent, useRef } from 'react'
import { newOnes, type Alarm } from './alarms.ts'

/** Calls back once for each alarm that came; with those that are there when the console opens, `first` is true. */
export function useNews(
  alarms: readonly Alarm[] | undefined,
  onNews: (news: readonly Alarm[], first: boolean) => void,
): void {
  const before = useRef<ReadonlySet<string> | null>(null)
  const tell = useEffectEvent(onNews)
  useEffect(() => {
    if (alarms === undefined) return
    const first = before.current === null
    const news = newOnes(before.current ?? new Set(), alarms)
    before.current = new Set(alarms.map(({ key }) => key))
    if (news.length > 0) tell(news, first)
  }, [alarms])
}
