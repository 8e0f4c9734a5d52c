/** Address of the page of alarms: the inbox or the records (AlarmsRoom). */
export const ALARMS = '/monitor/threoldManage'

/** Returns the address of the page of alarms, narrowed by a filter; `opened` names the alarm in view. */
export function alarmsAddress(filter: object, opened: Record<string, string> = {}): string {
  const narrowed: Record<string, string> = Object.keys(filter).length > 0 ? { filter: JSON.stringify(filter) } : {}
  return `${ALARMS}?${new URLSearchParams({ ...narrowed, ...opened }).toString()}`
}

/**
 * Returns the address of an episode in the inbox. The inbox shows that episode whatever its list holds; `among` narrows
 * the list.
 */
export const episodeAddress = (id: number, among: object = {}): string => alarmsAddress(among, { detail: String(id) })

/**
 * Returns the address where a record is handled on a platform without the inbox: the open records of its device and day
 * (YYYY-MM-DD in the platform's zone).
 */
export const recordAddress = ({ id, device, day }: { id: number; device: number | null; day: string }): string =>
  alarmsAddress({ ...(device !== null && { device }), first: day, last: day, states: ['open'] }, { handle: String(id) })
