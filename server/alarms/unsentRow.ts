import type { Insertable } from 'kysely'
import type { Problem } from '../../resources/kit/rules.ts'
import type { Tables } from '../storage/types.ts'
import { problemJson } from './explain.ts'

/** A message to a recipient who cannot be told. */
interface UnsentMessage {
  /** Id of the alarm record. */
  logId: number
  deviceId: number
  /** When the message was decided, epoch ms. */
  at: number
  project: number
  /** Name of the recipient; `#7` (the id) where the record is gone or belongs to another project. */
  name: string
  /** Text the message would have had. */
  text: string
  /** Way of the message (SEND_TYPE). */
  way: number
}

/**
 * Returns the send log row of a message that is never sent, because the recipient that a rule or a step names cannot be
 * told; with the reason.
 */
export const unsentRow = (
  { logId, deviceId, at, project, name, text, way }: UnsentMessage,
  reason: Problem,
): Insertable<Tables['alarmsendlog']> => ({
  thresholdlog_id: logId,
  device_id: deviceId,
  alarm_time: at,
  send_name: name,
  send_url: '',
  send_data: text,
  send_ok: 0,
  alarm_type: way,
  project_id: project,
  explained: problemJson(reason),
})

/** Returns why a contact cannot be told, by any way, of what belongs to a project; null: the contact can be. */
export const contactProblem = (
  contact: { project_id: number | null } | null | undefined,
  project: number,
): Problem | null =>
  !contact
    ? { key: 'error.untold.contactGone' }
    : contact.project_id !== project
      ? { key: 'error.untold.contactForeign' }
      : null
