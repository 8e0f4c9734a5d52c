import type { Insertable } from 'kysely'
import type { Problem } from '../../resources/kit/rules.ts'
import type { Tables } from '../storage/types.ts'
import { problemJson } from './explain.ts'

/** A message to somebody who cannot be told. */
interface Untold {
  /** The alarm record's id. */
  logId: number
  deviceId: number
  /** When it was decided, epoch ms. */
  at: number
  project: number
  /** Whom it would have told; `#7` where they are gone or another project's. */
  name: string
  /** What it would have said. */
  text: string
  /** By which way (SEND_TYPE). */
  way: number
}

/** The row of the send log of a message that was never to leave: whom a rule or a step names cannot be told, and why. */
export const untoldRow = (
  { logId, deviceId, at, project, name, text, way }: Untold,
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

/** Why a contact is told by no way at all of what belongs to a project; null: it can be. */
export const contactProblem = (
  contact: { project_id: number | null } | null | undefined,
  project: number,
): Problem | null =>
  !contact
    ? { key: 'error.untold.contactGone' }
    : contact.project_id !== project
      ? { key: 'error.untold.contactForeign' }
      : null
