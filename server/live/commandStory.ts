import type { Storage } from '../storage/types.ts'

/** A command and what became of it, as the operation log has them; times in epoch ms. */
export interface CommandStory {
  asked_at: number
  /** Who asked, by name; null: an alarm's linked control. */
  asked_by: string | null
  /** The node's value before, null where it had none, and the one it was to have: as the device stores them. */
  from: number | null
  to: number | null
  /** Null while the device may still answer. */
  outcome: 'confirmed' | 'unconfirmed' | null
  ended_at: number | null
  /** What the device said at the end; null for nothing. */
  reported: number | null
  /** The outcome more closely; one that nothing could take counts as timed out. */
  result: 'confirmed' | 'different' | 'timed_out' | null
}

type Read = Pick<Storage, 'read'>

/** A command and its two ends, as the log calls them. */
const ENTRIES = ['command', 'confirmed', 'unconfirmed']

/** The last command that a node was sent; null where the log knows none. */
export async function lastCommand({ read }: Read, device: number, node: number): Promise<CommandStory | null> {
  const command = await steps(read, device, field(node))
    .where('operation_type', '=', 'command')
    .orderBy('operationlog.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return command ? storyOf(read, device, command) : null
}

/** The command that an entry of the log is, or is the end of; null where the log does not have it any more. `name` as in operationdetail.field_name. */
async function commandOf(
  { read }: Read,
  entry: { id: number; device: number; name: string },
): Promise<CommandStory | null> {
  const step = await steps(read, entry.device, entry.name).where('operationlog.id', '=', entry.id).executeTakeFirst()
  if (!step || step.operation_type === 'command') return step ? storyOf(read, entry.device, step) : null
  const command = await steps(read, entry.device, entry.name)
    .where('operationlog.id', '<', entry.id)
    .where('operation_type', '=', 'command')
    .where('new_value', '=', step.old_value)
    .orderBy('operationlog.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return command ? whole(command, step) : null
}

const field = (node: number): string => `nodemap ${node}`

/** The commands of a node and their ends. */
const steps = (read: Storage['read'], device: number, name: string) =>
  read
    .selectFrom('operationlog')
    .innerJoin('operationdetail', 'operationdetail.operation_id', 'operationlog.id')
    .leftJoin('systemuser', 'systemuser.id', 'operationlog.user_id')
    .select([
      'operationlog.id',
      'operation_type',
      'operation_date',
      'user_id',
      'nickname',
      'username',
      'field_name',
      'old_value',
      'new_value',
    ])
    .where('operation_table', '=', 'device')
    .where('record_id', '=', device)
    .where('operation_type', 'in', ENTRIES)
    .where('field_name', '=', name)

type Step = Awaited<ReturnType<ReturnType<typeof steps>['executeTakeFirstOrThrow']>>

/** With its end, which is the next entry of the same value: where that is another command, the end is that one's. */
async function storyOf(read: Storage['read'], device: number, command: Step): Promise<CommandStory> {
  const next = await steps(read, device, command.field_name)
    .where('operationlog.id', '>', command.id)
    .where((is) =>
      is.or([
        is.and([is('operation_type', '=', 'command'), is('new_value', '=', command.new_value)]),
        is.and([is('operation_type', '!=', 'command'), is('old_value', '=', command.new_value)]),
      ]),
    )
    .orderBy('operationlog.id')
    .limit(1)
    .executeTakeFirst()
  return whole(command, next && next.operation_type !== 'command' ? next : null)
}

const whole = (command: Step, end: Step | null): CommandStory => {
  const reported = numberOf(end?.new_value ?? null)
  const confirmed = end?.operation_type === 'confirmed'
  return {
    asked_at: command.operation_date,
    asked_by: command.user_id === null ? null : command.nickname || command.username || `#${command.user_id}`,
    from: numberOf(command.old_value),
    to: numberOf(command.new_value),
    outcome: end === null ? null : confirmed ? 'confirmed' : 'unconfirmed',
    ended_at: end?.operation_date ?? null,
    reported,
    result: end === null ? null : confirmed ? 'confirmed' : reported === null ? 'timed_out' : 'different',
  }
}

const numberOf = (text: string | null): number | null =>
  text === null || text === '' || !Number.isFinite(Number(text)) ? null : Number(text)

/** What an entry of the log is besides its raw values: of which node, as it is now, and of which command. Both null for entries that are none's. */
export async function commandDetail(
  storage: Read,
  entry: { id: number; operation_type: string; record_id: number | null },
  name: string,
) {
  const node = /^nodemap (\d+)$/.exec(name)?.[1]
  if (node === undefined || entry.record_id === null || !ENTRIES.includes(entry.operation_type))
    return { node: null, command: null }
  const [shown, command] = await Promise.all([
    storage.read
      .selectFrom('nodemap')
      .innerJoin('node', 'node.id', 'nodemap.node_id')
      .select(['node.registertype', 'node.node_script', 'node.unitname', 'node.min_value', 'node.max_value'])
      .where('nodemap.id', '=', Number(node))
      .executeTakeFirst(),
    commandOf(storage, { id: entry.id, device: entry.record_id, name }),
  ])
  return { node: shown ?? null, command }
}
