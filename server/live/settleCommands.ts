import { DAY } from '../../resources/kit/zone.ts'
import { endOf, MAX_CLOCK_LAG_MS } from './commandEnd.ts'
import { logEnd } from './commandLog.ts'
import { READ_BACK } from './device.ts'
import type { Platform } from '../platform.ts'
import type { Job } from '../platform/processes.ts'

/**
 * A command without an end may still be awaited by the process that sent it while it is younger than this many times
 * its node's read-back time, by a clock that may lag behind.
 */
const TIMES_READ_BACK = 2
/**
 * How far back the first run looks, ms. Later runs look back over the longest waiting time (from the maximum read_back
 * of a node, 900 s) plus 10 minutes.
 */
const FIRST_LOOKBACK_MS = 30 * DAY
const LOOKBACK_MS = TIMES_READ_BACK * 900_000 + 10 * 60_000

/**
 * Creates the job that settles commands whose process stopped before their outcome was known. The outcome is judged by
 * the last value stored since.
 */
export function settleJob(
  { storage, registry }: Pick<Platform, 'storage' | 'registry'>,
  now: () => number = Date.now,
): Job {
  const readBackOf = ({ device, node }: Command): number =>
    registry.device(device)?.nodes.get(node)?.readBack ?? READ_BACK
  let since: number | null = null
  return {
    name: 'commands',
    everyMs: READ_BACK,
    async run(signal, lead = storage) {
      const time = now()
      for (const command of await openCommands(storage, since ?? time - FIRST_LOOKBACK_MS)) {
        if (signal.aborted) return
        const longest = TIMES_READ_BACK * readBackOf(command) + MAX_CLOCK_LAG_MS
        if (command.at <= time - longest) await settle(lead, command, time)
      }
      since = time - LOOKBACK_MS
    },
  }
}

interface Command {
  /** Id of the command's entry in the operation log. */
  id: number
  device: number
  node: number
  name: string
  project: number | null
  area: number | null
  user: number | null
  /** When the command was sent, epoch ms. */
  at: number
  alias: string
  /** The node's value before the command; null where it had none. */
  before: number | null
  value: number
}

/**
 * Returns the commands whose end is not logged, oldest first. An end belongs to the last preceding command that set the
 * same node to the same value.
 */
async function openCommands({ read }: Platform['storage'], since: number): Promise<Command[]> {
  const rows = await read
    .selectFrom('operationlog')
    .innerJoin('operationdetail', 'operationdetail.operation_id', 'operationlog.id')
    .select([
      'operationlog.id',
      'operation_date',
      'operation_type',
      'record_id',
      'project_id',
      'district_id',
      'user_id',
      'explained',
      'field_name',
      'field_comment',
      'old_value',
      'new_value',
    ])
    .where('operation_date', '>=', since)
    .where('operation_table', '=', 'device')
    .where('operation_type', 'in', ['command', 'confirmed', 'unconfirmed'])
    .where('field_name', 'like', 'nodemap %')
    .orderBy('operationlog.id')
    .execute()
  const open = new Map<string, Command[]>()
  for (const row of rows) {
    const isCommand = row.operation_type === 'command'
    const value = (isCommand ? row.new_value : row.old_value) ?? ''
    const key = `${row.record_id} ${row.field_name} ${value}`
    const commands = open.get(key) ?? []
    if (!isCommand) commands.pop()
    else if (row.record_id !== null)
      commands.push({
        id: row.id,
        device: row.record_id,
        node: Number(row.field_name.split(' ')[1]),
        name: row.explained ?? '',
        project: row.project_id,
        area: row.district_id,
        user: row.user_id,
        at: row.operation_date,
        alias: row.field_comment,
        before: row.old_value === null ? null : Number(row.old_value),
        value: Number(value),
      })
    open.set(key, commands)
  }
  return [...open.values()].flat().toSorted((a, b) => a.at - b.at)
}

async function settle(
  storage: Platform['storage'],
  { id, device, node, name, project, area, user, at, alias, before, value }: Command,
  now: number,
): Promise<void> {
  const last = (await storage.lastValues([device])).find(({ nodemap_id }) => nodemap_id === node)
  // The tolerated lag reaches back before the command, so an unchanged value from then is no report of it.
  const isReport = last && (last.ts >= at || (last.ts >= at - MAX_CLOCK_LAG_MS && last.value !== before))
  const about = {
    device: { id: device, name, project_id: project, district_id: area },
    node: { id: node, alias },
    value,
    userId: user,
  }
  await logEnd(storage, about, id, endOf(value, isReport ? last.value : null, now))
}
