import type { Insertable, Selectable, Transaction } from 'kysely'
import { PENDING, SEND_TYPE } from '../../send/types.ts'
import type { Storage, Tables } from '../../storage/types.ts'
import { writeUnanswered } from '../../storage/unanswered.ts'
import { problemJson } from '../explain.ts'
import { chunks } from '../chunks.ts'
import type { JournalEntry } from '../journalRows.ts'
import { countInStorm, type Storm, type StormLimit, type StormMessage } from './count.ts'

type Trx = Transaction<Tables>
type Message = Insertable<Tables['alarmsendlog']>

/** A message as it was decided, and what it tells. */
export interface Outgoing {
  message: Message
  entry: Pick<JournalEntry, 'rule' | 'deviceId'> & Pick<StormMessage, 'kind'>
}

/** One recipient's storm as in the database, and the messages that it holds. */
interface Kept extends Storm {
  id: number
  held: Message[]
}

/**
 * Holds back messages that are too many for their recipient: they are in the send log as not sent, and wait for the
 * digest (digest.ts). Runs in the transaction of the messages, so that another leader continues the count. Costs one
 * query where no project has a limit.
 */
export async function holdStorms(trx: Trx, outgoing: readonly Outgoing[], now = Date.now()): Promise<Message[]> {
  const waiting = outgoing.filter(({ message }) => message.send_ok === PENDING)
  const limits = await limitsOf(
    trx,
    waiting.map(({ message }) => message.project_id),
  )
  if (limits.size === 0) return outgoing.map(({ message }) => message)
  const storms = await stormsOf(trx, [...limits.keys()], waiting)
  const messages = outgoing.map(({ message, entry }) => {
    const limit = message.send_ok === PENDING ? limits.get(message.project_id) : undefined
    if (!limit) return message
    const key = keyOf(message.project_id, recipientOf(message))
    const before = storms.get(key)
    if (!before) return message
    const { kind, rule, deviceId: device } = entry
    const { storm, held } = countInStorm(before, limit, { kind, level: rule.level, device, now })
    const decided = held ? { ...message, send_ok: 0, explained: problemJson(reasonOf(limit)), next_at: null } : message
    storms.set(key, { ...before, ...storm, held: held ? [...before.held, decided] : before.held })
    return decided
  })
  for (const storm of storms.values()) {
    await keep(trx, storm)
    for (const message of storm.held) message.storm_id = storm.id
  }
  return messages
}

const reasonOf = ({ count, minutes }: StormLimit) => ({ key: 'error.storm.held', args: { count, minutes } })

/** Returns the key of a message's recipient: a channel, or an address by one way. */
export const recipientOf = ({
  alarm_type,
  channel_id,
  send_url,
}: Pick<Message, 'alarm_type' | 'channel_id' | 'send_url'>): string =>
  alarm_type === SEND_TYPE.channel ? `${alarm_type}:${channel_id ?? 0}` : `${alarm_type}:${send_url}`

const keyOf = (project: number, recipient: string): string => `${project} ${recipient}`

/** Returns the limits of the projects that have one. */
export async function limitsOf(
  read: Storage['read'] | Trx,
  projects: readonly number[],
): Promise<Map<number, StormLimit>> {
  if (projects.length === 0) return new Map()
  const rows = await read
    .selectFrom('project')
    .select(['id', 'storm_count', 'storm_minutes', 'storm_urgent'])
    .where('id', 'in', [...new Set(projects)])
    .where('storm_count', '>', 0)
    .where('storm_minutes', '>', 0)
    .execute()
  return new Map(
    rows.map(({ id, storm_count, storm_minutes, storm_urgent }) => [
      id,
      { count: storm_count ?? 0, minutes: storm_minutes ?? 0, urgent: storm_urgent !== 0 },
    ]),
  )
}

/**
 * Returns the storms of some recipients, locked until the transaction ends: no digest is made and no other transaction
 * counts meanwhile. Recipients without a storm get a row: what does not exist cannot be locked, and of two transactions
 * that count at once (the journal, and the clock of escalations) the later would overwrite the other. All rows are
 * locked in the same order, or the two could deadlock.
 */
async function stormsOf(
  trx: Trx,
  projects: readonly number[],
  outgoing: readonly Outgoing[],
): Promise<Map<string, Kept>> {
  const wanted = new Map(
    outgoing
      .filter(({ message }) => projects.includes(message.project_id))
      .map(({ message }) => [keyOf(message.project_id, recipientOf(message)), message]),
  )
  const ordered = [...wanted]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, message]) => ({
      project_id: message.project_id,
      recipient: recipientOf(message),
      name: message.send_name,
      sent: '[]',
      ends_at: null,
      passed: '[]',
    }))
  const rows: Selectable<Tables['alarmstorm']>[] = []
  for (const some of chunks(ordered))
    rows.push(
      ...(await trx
        .insertInto('alarmstorm')
        .values(some)
        // Leaves an existing row unchanged, but locks it.
        .onConflict((conflict) =>
          conflict
            .columns(['project_id', 'recipient'])
            .doUpdateSet((eb) => ({ project_id: eb.ref('excluded.project_id') })),
        )
        .returningAll()
        .execute()),
    )
  return new Map(
    rows.map(({ id, project_id: project, recipient, sent, ends_at, passed }) => [
      keyOf(project, recipient),
      {
        id,
        sent: JSON.parse(sent) as number[],
        ends: ends_at,
        passed: JSON.parse(passed) as number[],
        held: [],
      },
    ]),
  )
}

/** Updates a storm; its row exists and is locked (stormsOf). */
const keep = (trx: Trx, { id, sent, ends, passed }: Kept): Promise<unknown> =>
  writeUnanswered(
    trx,
    trx
      .updateTable('alarmstorm')
      .set({ sent: JSON.stringify(sent), ends_at: ends, passed: JSON.stringify(passed) })
      .where('id', '=', id),
  )
