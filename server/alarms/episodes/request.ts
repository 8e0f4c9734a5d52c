import type { FastifyRequest } from 'fastify'
import { ROOT_AREA } from '../../../resources/area.ts'
import { mayOpen } from '../../../resources/kit/access.ts'
import { f } from '../../../resources/kit/define.ts'
import { fieldProblem } from '../../../resources/kit/validate.ts'
import { forbidden, invalid } from '../../errors.ts'
import { signedInOf } from '../../http/auth.ts'
import { idOf, plainText } from '../../http/body.ts'
import { filledText, momentOf, searchText, timeOf } from '../../http/query.ts'
import * as s from '../../openapi/parts.ts'
import type { Platform, SignedIn } from '../../platform.ts'
import { alarmRecordResource } from '../record.ts'
import type { ActBody } from './acts.ts'
import { episodeScope, episodeViews, type EpisodeFilter } from './list.ts'

/** Value of the filter `assignee` for episodes that neither a user nor a roster has. */
const NOBODY = 'nobody'

/**
 * Returns the signed-in caller. Throws 403 unless the caller may open the alarm records: that is also the right to work
 * on them.
 */
export function readerOf(request: FastifyRequest): SignedIn {
  const signedIn = signedInOf(request)
  if (!mayOpen(signedIn.caller, alarmRecordResource.menuKey)) throw forbidden()
  return signedIn
}

/** The filters of a list, as its calls describe them. */
export const FILTERS = {
  state: { type: 'string', enum: episodeViews },
  condition: { type: 'string', enum: ['active', 'cleared', 'no_data'] },
  level: s.TEXT,
  assignee: s.TEXT,
  roster_id: s.INT,
  pro_id: s.INT,
  dis_id: s.INT,
  device_id: s.INT,
  threshold_id: s.INT,
  incident: s.INT,
  start: s.TIME,
  end: s.TIME,
  at: s.TIME,
} as const

/** Reads and checks the filters of a list, with the rows the caller may see. Throws 400. */
export function filterOf(platform: Platform, { caller }: SignedIn, query: Record<string, unknown>): EpisodeFilter {
  const conditions = episodeScope(platform, caller)
  const column = (name: string, of: string): void => {
    const id = idOf(query[name])
    if (id !== null) conditions.push({ column: of, values: [id] })
  }
  column('pro_id', 'project_id')
  column('device_id', 'device_id')
  column('threshold_id', 'threshold_id')
  column('incident', 'incident_id')
  column('roster_id', 'roster_id')
  const area = idOf(query.dis_id)
  if (area !== null && area !== ROOT_AREA)
    conditions.push({ column: 'district_id', values: [...platform.registry.areasBelow([area])] })
  const levels = filledText(query.level)
  if (levels !== null) {
    if (!/^[1-4](,[1-4])*$/.test(levels)) throw invalid({ level: { key: 'error.rule.choice' } })
    conditions.push({ column: 'alert_level', values: [...new Set(levels.split(',').map(Number))] })
  }
  const assignee = filledText(query.assignee)
  if (assignee !== null && assignee !== NOBODY) {
    const id = assignee === 'me' ? caller.id : idOf(assignee)
    if (id === null) throw invalid({ assignee: { key: 'error.rule.choice' } })
    conditions.push({ column: 'assignee_id', values: [id] })
  }
  return {
    conditions,
    nobody: assignee === NOBODY,
    state: episodeViews.find((view) => view === query.state) ?? 'all',
    condition: (filledText(query.condition) as EpisodeFilter['condition']) ?? null,
    search: searchText(query.search),
    start: momentOf(query, 'start'),
    end: momentOf(query, 'end'),
    lastedAt: momentOf(query, 'at'),
  }
}

/** The picture that a comment may carry. */
const pictureField = f.image(['图片', '圖片', 'Picture'])

/** Idempotency key of an act, so that it is not done twice when it is sent twice (docs/wire.md, `act-keys`). */
export const ACT_KEY = s.maybe({ type: 'string', maxLength: 100, pattern: '^[\\w.-]+$' })

/** The body of an act, as its calls describe it. */
export const ACT_BODY = {
  note: s.TEXT_IN,
  picture: s.TEXT_IN,
  user_id: s.maybe(s.INT),
  roster_id: s.maybe(s.INT),
  until: s.maybe(s.TIME),
  worse: s.ZERO_OR_ONE,
  result: s.maybe(s.TEXT),
  version: s.maybe(s.INT),
  key: ACT_KEY,
} as const

/** Reads the body of an act and checks its form. Throws 400. */
export function actBodyOf(body: Record<string, unknown>): ActBody {
  const note = filledText(plainText(body.note))
  const noteProblem = fieldProblem(alarmRecordResource.fields.explained, note, body)
  if (noteProblem) throw invalid({ note: noteProblem })
  const picture = filledText(plainText(body.picture))
  const pictureProblem = fieldProblem(pictureField, picture, body)
  if (pictureProblem) throw invalid({ picture: pictureProblem })
  return {
    note,
    picture,
    user_id: givenId(body, 'user_id'),
    roster_id: givenId(body, 'roster_id'),
    until: untilOf(body.until),
    worse: Number(body.worse ?? 0) === 1,
    result: filledText(body.result),
    version: body.version === undefined || body.version === null ? null : Number(body.version),
    key: filledText(body.key),
  }
}

/**
 * Returns the id in a field of a body; null where the field is empty. Throws 400 where it holds something else than an
 * id: the schema check of bodies accepts true for 1.
 */
function givenId(body: Record<string, unknown>, name: 'user_id' | 'roster_id'): number | null {
  const value = body[name]
  if (value === undefined || value === null || value === '') return null
  const id = idOf(value)
  if (id === null) throw invalid({ [name]: { key: 'error.rule.choice' } })
  return id
}

/**
 * Returns the version that the caller saw of each episode of a batch, by id; empty where the body has none. Throws 400
 * where there are fewer or more versions than ids.
 */
export function seenVersions({ ids, versions }: Record<string, unknown>): ReadonlyMap<number, number> {
  if (versions === undefined || versions === null) return new Map()
  // Versions that cannot be read must not allow acting on any version.
  if (!Array.isArray(ids) || !Array.isArray(versions) || versions.length !== ids.length)
    throw invalid({ versions: { key: 'error.rule.choice' } })
  return new Map(ids.map((id, at) => [Number(id), Number(versions[at])]))
}

/** Reads until when an act holds, epoch ms, a number or its text. Throws 400. */
function untilOf(value: unknown): number | null {
  if (value === undefined || value === null || value === '') return null
  const until = timeOf(value, 0)
  if (until === null) throw invalid({ until: { key: 'error.rule.time' } })
  return until
}
