import { call } from '../http.ts'
import { isRecord } from '../../resources/kit/record.ts'
import { integer, readFlag, readRecords, readText } from '../normalise.ts'

/**
 * The contacts and channels to which the user may send an episode (wire.md, `alarm-tell`); `ways`: 1 text message, 2
 * WeChat, 3 mail.
 */
export interface Colleagues {
  contacts: { id: number; name: string; ways: number[] }[]
  channels: { id: number; name: string }[]
  /** Whether the messages can carry a picture. */
  pictures: boolean
}

/** The recipients that the user chose, and what the user adds. */
export interface TellRequest {
  contacts: readonly { id: number; ways: readonly number[] }[]
  channels: readonly number[]
  note?: string
  /** Picture of the curve, as the path that uploadImage returned. */
  picture?: string
}

/**
 * Returns the contacts and channels to which the user may send an episode.
 *
 * @throws WireError
 */
export async function colleagues(episode: number, signal?: AbortSignal): Promise<Colleagues> {
  const answer = await call('GET', `episodes/${episode}/tell`, { signal })
  const rows = (name: string) => {
    const list = isRecord(answer) ? answer[name] : null
    return Array.isArray(list) ? readRecords(list) : []
  }
  const named = (row: Record<string, unknown>): { id: number; name: string }[] => {
    const id = integer(row['id'])
    return id === null ? [] : [{ id, name: readText(row['name']) || `#${id}` }]
  }
  return {
    contacts: rows('contacts').flatMap((row) => {
      const ways: unknown[] = Array.isArray(row['ways']) ? row['ways'] : []
      return named(row).map((one) => ({ ...one, ways: ways.map(Number).filter((way) => way >= 1 && way <= 3) }))
    }),
    channels: rows('channels').flatMap(named),
    pictures: isRecord(answer) && readFlag(answer['pictures']) === true,
  }
}

/**
 * Sends an episode to the chosen recipients.
 *
 * @param key idempotency key: if the call is sent again because its answer was lost, the recipients are not notified
 * twice (wire.md, `act-keys`)
 * @throws WireError
 */
export async function notifyColleagues(episode: number, told: TellRequest, key: string): Promise<void> {
  await call('POST', `episodes/${episode}/tell`, { body: { ...told, key } })
}
