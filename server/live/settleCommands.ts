import { READ_BACK, logStep, same } from './commandLog.ts'
import type { Platform } from '../platform.ts'
import type { Job } from '../schedule/index.ts'

/** Commands without an end that are younger than this may still be waited for by the process that sent them, ms. */
const PATIENCE = 2 * READ_BACK
/** How far back the first run looks, ms; later ones overlap the last run a little. */
const FIRST_LOOK = 30 * 86_400_000
const OVERLAP = 10 * 60_000

/** Settles the commands of processes that stopped before the outcome was known, by the last value stored since. */
export function settleJob({ storage }: Pick<Platform, 'storage'>, now: () => number = Date.now): Job {
  let since: number | null = null
  return {
    name: 'commands',
    everyMs: READ_BACK,
    async run(signal) {
      const time = now()
      for (const command of await openCommands(storage, since ?? time - FIRST_LOOK)) {
        if (signal.aborted) return
        if (command.at <= time - PATIENCE) await settle(storage, command)
      }
      since = time - PATIENCE - OVERLAP
    },
  }
}

interface Command {
  device: number
  name: string
  project: number | null
  user: number | null
  /** When it was sent, epoch ms. */
  at: number
  field: string
  alias: string
  value: string
}

/** Commands whose end is not logged, oldest first. An end belongs to the last command before it that set the same node to the same value. */
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
        device: row.record_id,
        name: row.explained ?? '',
        project: row.project_id,
        user: row.user_id,
        at: row.operation_date,
        field: row.field_name,
        alias: row.field_comment,
        value,
      })
    open.set(key, commands)
  }
  return [...open.values()].flat().toSorted((a, b) => a.at - b.at)
}

async function settle(
  storage: Platform['storage'],
  { device, name, project, user, at, field, alias, value }: Command,
): Promise<void> {
  const node = Number(field.split(' ')[1])
  const last = await storage.read
    .selectFrom('lastvalue')
    .select('value')
    .where('device_id', '=', device)
    .where('nodemap_id', '=', node)
    .where('ts', '>=', at)
    .executeTakeFirst()
  const reported = last?.value ?? null
  const type = reported !== null && same(reported, Number(value)) ? 'confirmed' : 'unconfirmed'
  await logStep(
    storage,
    { device: { id: device, name, project_id: project }, node: { id: node, alias }, userId: user },
    type,
    Number(value),
    reported,
  )
}
