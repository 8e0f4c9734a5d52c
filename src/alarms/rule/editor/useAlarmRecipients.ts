import { useWatch } from 'react-hook-form'
import type { Row } from '../../../../dataProvider/rows.ts'
import { channel } from '../../../../resources/channel.ts'
import { contact } from '../../../../resources/contact.ts'
import { parseIds } from '../../../../resources/kit/access.ts'
import { titleOf } from '../../../../resources/kit/named.ts'
import { readLimits } from '../../../../resources/kit/rule.ts'
import { isEmpty } from '../../../../resources/kit/validate.ts'
import { rowsById, useNames } from '../../../admin/fields/names.ts'

/** Whom an alarm of a level tells at once; later steps of the escalation are not included. */
export interface AlarmRecipients {
  /** Contacts that have an address for one of the ways by which the rule tells them. */
  people: readonly string[]
  /**
   * Number of the rule's other contacts: without such an address, of another project, deleted, or invisible to the
   * reader.
   */
  doubtful: number
  /**
   * Channels of the rule, of this level and of milder ones; `isTold` is false for channels that are off, deleted or of
   * another project.
   */
  channels: readonly { name: string; isTold: boolean }[]
  escalates: boolean
}

/** Fields that name contacts, each called after the address that it needs. */
const WAYS = ['alarm_phone', 'alarm_email', 'alarm_wechat'] as const

/**
 * Returns whom the rule in the form tells, by level, as the platform resolves it (server/alarms/ways.ts,
 * channelsAtLevel of server/alarms/escalation/book.ts); null until it is known.
 *
 * @param project the rule's project; null: unknown, and then not checked
 */
export function useAlarmRecipients(project: number | null): ((level: number) => AlarmRecipients) | null {
  const [limits, ruleChannels, escalation, ...byWay] = useWatch({
    name: ['limits', 'alarm_channel', 'escalation_id', ...WAYS],
  }) as unknown[]
  const ways = WAYS.map((way, at) => ({ way, ids: idsOf(byWay[at]) }))
  const people = [...new Set(ways.flatMap(({ ids }) => ids))]
  const { levels = [], tell = NOBODY } = readLimits(limits) ?? {}
  const namesChannels = idsOf(ruleChannels).length > 0 || [...tell.values()].some((ids) => ids.length > 0)
  const { data: contactRows } = useNames(contact.path, people.length > 0)
  const { data: channelRows } = useNames(channel.path, namesChannels)
  if ((people.length > 0 && !contactRows) || (namesChannels && !channelRows)) return null
  const contacts = rowsById(contactRows ?? NONE)
  const channels = rowsById(channelRows ?? NONE)
  const isOwn = (row: Row): boolean => project === null || Number(row['project_id']) === project
  const reached = people.flatMap((id) => {
    const row = contacts.get(id)
    // A platform may send names without addresses.
    const has = (way: string): boolean => row?.[way] === undefined || !isEmpty(row[way])
    return row && isOwn(row) && ways.some(({ way, ids }) => ids.includes(id) && has(way)) ? [titleOf(contact, row)] : []
  })
  const mildestFirst = levels.flatMap((each) => each.level ?? []).toSorted((a, b) => b - a)
  return (level) => {
    const further = mildestFirst.flatMap((each) => (each >= level ? (tell.get(each) ?? []) : []))
    return {
      people: reached,
      doubtful: people.length - reached.length,
      channels: [...new Set([...idsOf(ruleChannels), ...further])].map((id) => {
        const row = channels.get(id)
        const isOn = row?.['enable'] === undefined || Number(row['enable']) === 1
        return { name: row ? titleOf(channel, row) : `#${id}`, isTold: row !== undefined && isOwn(row) && isOn }
      }),
      escalates: !isEmpty(escalation) && Number(escalation) > 0,
    }
  }
}

const idsOf = (value: unknown): number[] => parseIds(String(value ?? ''))
const NONE: readonly Row[] = []
const NOBODY: ReadonlyMap<number, readonly number[]> = new Map()
