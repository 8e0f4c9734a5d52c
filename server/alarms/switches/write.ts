import type { Transaction } from 'kysely'
import type { Problem } from '../../../resources/kit/rules.ts'
import type { LiveDevice, LiveNode } from '../../platform.ts'
import { SEND_TYPE } from '../../send/types.ts'
import type { AnyTables } from '../../storage/types.ts'
import { problemJson } from '../explain.ts'
import type { JournalEntry } from '../journalRows.ts'

/** A linked control of an episode that is carried out, or refused. */
export interface LinkedSwitch {
  entry: JournalEntry
  logId: number
  /** The first episode of the chain that led to this one; this one itself where no other alarm caused it. */
  rootId: number
  target: { device: number; nodemap: number; value: number }
  /** Undefined where not known. */
  device: LiveDevice | undefined
  node: LiveNode | undefined
  now: number
}

/**
 * Writes a switch and its line in the send log.
 *
 * @param command id of its command in the operation log, or why it is not sent
 */
export async function insertSwitch(
  trx: Transaction<AnyTables>,
  { entry, logId, rootId, target, device, node, now }: LinkedSwitch,
  command: { operationId: number } | { refused: Problem },
): Promise<void> {
  const name = device?.name ?? String(target.device)
  const reason = 'refused' in command ? command.refused : null
  const sending = {
    thresholdlog_id: logId,
    device_id: entry.deviceId,
    alarm_time: entry.at,
    send_name: name,
    send_url: device?.sn ?? '',
    send_data: `${node?.alias ?? target.nodemap} = ${target.value}`,
    send_ok: reason ? 0 : 1,
    alarm_type: SEND_TYPE.linkage,
    project_id: entry.facts.project_id,
    explained: problemJson(reason ?? { key: 'error.alarm.sent' }),
  }
  const { id } = await trx.insertInto('alarmsendlog').values(sending).returning('id').executeTakeFirstOrThrow()
  await trx
    .insertInto('episodeswitch')
    .values({
      thresholdlog_id: logId,
      root_id: rootId,
      sendlog_id: Number(id),
      operation_id: 'refused' in command ? null : command.operationId,
      device_id: target.device,
      nodemap_id: target.nodemap,
      device_name: name,
      node_name: node?.alias ?? String(target.nodemap),
      from_value: node?.last?.value ?? null,
      to_value: target.value,
      at: now,
      result: reason ? 'refused' : null,
      ended_at: reason ? now : null,
      reason: reason && problemJson(reason),
    })
    .execute()
}
