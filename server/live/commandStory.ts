import type { Storage } from '../storage/types.ts'

/** A command and its end, as read from the operation log. Times in epoch ms. */
export interface CommandStory {
  asked_at: number
  /** Name of the user who sent the command; null for an alarm's linked control. */
  asked_by: string | null
  /**
   * The node's value before the command (null where it had none) and the commanded value, both as the device stores
   * them.
   */
  from: number | null
  to: number | null
  /** Null while the device may still answer. */
  outcome: 'confirmed' | 'unconfirmed' | null
  ended_at: number | null
  /** Value that the device reported by the end; null where it reported none. */
  reported: number | null
  /** The outcome in more detail. A command that no channel accepted counts as timed out. */
  result: 'confirmed' | 'different' | 'timed_out' | null
}

type Read = Pick<Storage, 'read'>

/** Types of the log entries for a command and for its two possible ends. */
const ENTRIES = ['command', 'confirmed', 'unconfirmed']

/** Returns the last command sent to a node; null where the log has none. */
export async function lastCommand({ read }: Read, device: number, node: number): Promise<CommandStory | null> {
  const command = await steps(read, device, field(node))
    .where('operation_type', '=', 'command')
    .orderBy('operationlog.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return command ? storyOf(read, device, command) : null
}

/**
 * Returns the command to which a log entry belongs, as the command or as its end; null where the log does not hold the
 * command any more. `name` as in operationdetail.field_name.
 */
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

/** Selects the log entries of a node's commands and their ends. */
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

/**
 * Returns a command with its end. The end is the next entry for the same value; if that is another command, the end
 * belongs to the other command.
 */
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

/**
 * Returns what a log entry refers to: the node as it is at present, and the command. Both are null where the entry is
 * not about a command.
 */
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
