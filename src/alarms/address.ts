/** Where alarms are worked on: as what waits for somebody, or as records (AlarmsRoom). */
export const ALARMS = '/monitor/threoldManage'

/** The page of alarms, narrowed by its filter; `opened` names the one in view. */
export function alarmsAddress(filter: object, opened: Record<string, string> = {}): string {
  const narrowed: Record<string, string> = Object.keys(filter).length > 0 ? { filter: JSON.stringify(filter) } : {}
  return `${ALARMS}?${new URLSearchParams({ ...narrowed, ...opened }).toString()}`
}

/** Where an episode is worked on: the inbox has it in view whatever is listed beside it, which `among` narrows. */
export const episodeAddress = (id: number, among: object = {}): string => alarmsAddress(among, { detail: String(id) })

/** Where a record is handled, in front of a platform without the inbox: among the open ones of its device and day (YYYY-MM-DD, by the platform's clocks). */
export const recordAddress = ({ id, device, day }: { id: number; device: number | null; day: string }): string =>
  alarmsAddress({ ...(device !== null && { device }), first: day, last: day, states: ['open'] }, { handle: String(id) })
