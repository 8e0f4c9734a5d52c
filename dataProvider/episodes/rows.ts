import { works, type Condition, type WorkState } from '../../resources/kit/episode.ts'
import { calcs, isByLaw, limitsFrom, type Calc, type Limits } from '../../resources/kit/rule.ts'
import { readEscalation, readStepRecipient, type Escalation, type StepRecipient } from './escalation.ts'
import { isRecord } from '../../resources/kit/record.ts'
import { integer, readNumber, readText, readTime } from '../normalise.ts'
import { readSwitch, type EpisodeSwitch } from './switches.ts'

/**
 * An alarm from its firing to its closing (wire.md, `alarmwork`), by the names of the wire. Times are epoch ms, values
 * raw.
 */
export interface Episode extends WorkState {
  id: number
  threshold_id: number | null
  threshold_name: string
  device_id: number | null
  device_name: string
  devicetype_id: number | null
  project_id: number | null
  district_id: number | null
  area_name: string
  nodemap_id: number | null
  node_name: string
  unitname: string
  node_script: string | null
  registertype: number | null
  condition: Condition
  /** 1 urgent to 4 early warning. */
  level: number | null
  /**
   * The worst level that its rule can reach; null if the rule has no levels or was deleted. 1 if the platform does not
   * say.
   */
  worst_level: number | null
  value: number | null
  value_at: number | null
  fired_value: number | null
  limit: Limits | null
  /** What its limit, fired value and peak measure; 'value' if the platform does not say. */
  calc: Calc
  /**
   * Code of the standard if those are classes or indices, '' if the platform does not say which one; null if they have
   * the unit of the node.
   */
  standard: string | null
  /** The rule in words and numbers, as the platform wrote it. */
  limit_text: string
  message: string
  /** Time of the first of the values that made it fire. */
  since: number
  fired_at: number
  last_fired_at: number
  cleared_at: number | null
  no_data_since: number | null
  peak: number | null
  peak_at: number | null
  refires: number
  assignee_name: string
  roster_name: string
  /** The contact on call when the episode was assigned to the roster. */
  on_call_name: string
  /** The contact on call for the roster now; '' if the platform does not say, and once the episode is closed. */
  on_call_now_name: string
  /** Whether the episode is the user's, judged by who is on call now; null if the platform does not say. */
  mine: boolean | null
  /** Name of the user who snoozed it, while it is snoozed; '' if the platform does not say. */
  snoozed_by_name: string
  result_name: string
  closed_by_name: string
  note: string
  /** Number of the incident: episodes with the same number belong together. */
  incident: number | null
  /** The episode fired while its device was under maintenance. */
  suppressed: boolean
  /** Location of its device when it fired (resources/kit/places.ts); null if it is unknown, and for rows of a list. */
  fired_positional: string | null
  /** Incremented by each act of a user. */
  version: number
}

/** One line of an episode's timeline; which fields are set depends on its kind. */
export interface Moment {
  at: number
  kind: string
  id: number | null
  value: number | null
  limit_text: string
  user_name: string
  /** For an assignment to a user; '' if the platform does not say, or the user was deleted. */
  assignee_name: string
  note: string
  picture: string
  undone: boolean
  state: Partial<WorkState> | null
  /** For messages and switches: 1 text message, 2 WeChat, 3 mail, 4 linked control, 5 a channel. */
  channel: number | null
  /** Kind of the channel (resources/channel.ts); null if the platform does not say, or the channel was deleted. */
  channel_kind: number | null
  name: string
  address: string
  text: string
  /** Null while the message waits. */
  sent: boolean | null
  reason: string
  /** For a message that was given up: it can be sent again. */
  again: boolean
  /** For an escalation step, and for an assignment to a roster. */
  told: StepRecipient
  /** For a camera's picture: distance of the camera from the device. */
  metres: number | null
  /** For an escalation step: minutes that the episode was unacknowledged, and number of messages that the step sent. */
  minutes: number | null
  count: number | null
}

export interface EpisodeDetail extends Episode {
  timeline: Moment[]
  /** Null if the platform does not send them. */
  switches: EpisodeSwitch[] | null
  /** Null if the episode has none. */
  escalation: Escalation | null
}

/**
 * Reads one episode with its timeline.
 *
 * @throws Error if the answer holds none
 */
export function episodeOf(answer: unknown): EpisodeDetail {
  const [episode] = isRecord(answer) ? readEpisode(answer) : []
  if (!episode || !isRecord(answer)) throw new Error('error.badAnswer')
  const lines: unknown[] = Array.isArray(answer['timeline']) ? answer['timeline'] : []
  const switches: unknown = answer['switches']
  return {
    ...episode,
    timeline: lines.filter(isRecord).flatMap(readMoment),
    switches: Array.isArray(switches) ? switches.filter(isRecord).flatMap(readSwitch) : null,
    escalation: readEscalation(answer['escalation']),
  }
}

/** Reads an episode as it was received; returns an empty array if it has no id or firing time. */
export function readEpisode(row: Record<string, unknown>): Episode[] {
  const [id, fired_at] = [integer(row['id']), readTime(row['fired_at'])]
  if (id === null || fired_at === null) return []
  const conditions: readonly Condition[] = ['active', 'cleared', 'no_data']
  const { work, ...state } = readState(row)
  return [
    {
      ...NOT_WORKED_ON,
      ...state,
      id,
      fired_at,
      work: work ?? 'new',
      threshold_id: integer(row['threshold_id']),
      threshold_name: readText(row['threshold_name']),
      device_id: integer(row['device_id']),
      device_name: readText(row['device_name']),
      devicetype_id: integer(row['devicetype_id']),
      project_id: integer(row['project_id']),
      district_id: integer(row['district_id']),
      area_name: readText(row['area_name']),
      nodemap_id: integer(row['nodemap_id']),
      node_name: readText(row['node_name']),
      unitname: readText(row['unitname']),
      node_script: readText(row['node_script']) || null,
      registertype: integer(row['registertype']),
      condition: conditions.find((condition) => condition === row['condition']) ?? 'active',
      level: integer(row['level']),
      worst_level: row['worst_level'] === undefined ? 1 : integer(row['worst_level']),
      value: readNumber(row['value']),
      value_at: readTime(row['value_at']),
      fired_value: readNumber(row['fired_value']),
      limit: readLimit(row['limit']),
      ...readJudged(row['limit']),
      limit_text: readText(row['limit_text']),
      message: readText(row['message']),
      since: readTime(row['since']) ?? fired_at,
      last_fired_at: readTime(row['last_fired_at']) ?? fired_at,
      cleared_at: readTime(row['cleared_at']),
      no_data_since: readTime(row['no_data_since']),
      peak: readNumber(row['peak']),
      peak_at: readTime(row['peak_at']),
      refires: integer(row['refires']) ?? 0,
      assignee_name: readText(row['assignee_name']),
      roster_name: readText(row['roster_name']),
      on_call_name: readText(row['on_call_name']),
      on_call_now_name: readText(row['on_call_now_name']),
      mine: row['mine'] === undefined ? null : integer(row['mine']) === 1,
      snoozed_by_name: readText(row['snoozed_by_name']),
      result_name: readText(row['result_name']),
      closed_by_name: readText(row['closed_by_name']),
      note: readText(row['note']),
      incident: integer(row['incident']),
      suppressed: integer(row['suppressed']) === 1,
      fired_positional: readText(row['fired_positional']) || null,
      version: integer(row['version']) ?? 0,
    },
  ]
}

const NOT_WORKED_ON: WorkState = {
  work: 'new',
  assignee_id: null,
  roster_id: null,
  on_call_id: null,
  acknowledged_at: null,
  snoozed_until: null,
  snooze_level: null,
  result: null,
  closed_by: null,
  closed_at: null,
}

/** Reads the fields that acts change, from a row or from a line of a timeline. */
function readState(row: Record<string, unknown>): Partial<WorkState> {
  const work = works.find((name) => name === row['work'])
  return {
    ...(work && { work }),
    assignee_id: integer(row['assignee_id']),
    roster_id: integer(row['roster_id']),
    on_call_id: integer(row['on_call_id']),
    acknowledged_at: readTime(row['acknowledged_at']),
    snoozed_until: readNumber(row['snoozed_until']),
    snooze_level: integer(row['snooze_level']),
    result: readText(row['result']) || null,
    closed_by: integer(row['closed_by']),
    closed_at: readTime(row['closed_at']),
  }
}

/** Reads a limit under the field names of a record or, from a platform before 0.5, under those of a comparison. */
function readLimit(given: unknown): Limits | null {
  if (!isRecord(given)) return null
  const { operator, x, y } = given
  return limitsFrom({ com_oper: operator, params_x: x, params_y: y, ...given })
}

function readJudged(given: unknown): Pick<Episode, 'calc' | 'standard'> {
  if (!isRecord(given)) return { calc: 'value', standard: null }
  const calc = calcs.find((one) => one === given['calc']) ?? 'value'
  return { calc, standard: isByLaw(calc) ? readText(given['standard']) : null }
}

function readMoment(row: Record<string, unknown>): Moment[] {
  const at = readTime(row['at'])
  if (at === null) return []
  const sent = integer(row['send_ok'])
  return [
    {
      at,
      kind: readText(row['kind']),
      id: integer(row['id']),
      value: readNumber(row['value']),
      limit_text: readText(row['limit_text']),
      user_name: readText(row['user_name']),
      assignee_name: readText(row['assignee_name']),
      note: readText(row['note']),
      picture: readText(row['picture']),
      undone: integer(row['undone']) === 1,
      state: isRecord(row['state']) ? readState(row['state']) : null,
      channel: integer(row['channel']),
      channel_kind: integer(row['channel_kind']),
      name: readText(row['name']),
      address: readText(row['address']),
      text: readText(row['text']),
      sent: sent === null || sent < 0 ? null : sent === 1,
      reason: readText(row['reason']),
      again: integer(row['again']) === 1,
      told: readStepRecipient(row),
      metres: readNumber(row['metres']),
      minutes: integer(row['minutes']),
      count: integer(row['count']),
    },
  ]
}
